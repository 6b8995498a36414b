import type {
  LanguageModelV4CustomContent,
  LanguageModelV4ReasoningFile,
  LanguageModelV4ToolApprovalRequest,
} from "@ai-sdk/provider";

type Part = LanguageModelV4CustomContent | LanguageModelV4ReasoningFile | LanguageModelV4ToolApprovalRequest;

/** What a part is that no dialect has a place for, unless another one asked for it; undefined where it says nothing. */
export function droppedKind(part: Part): string | undefined {
  if (part.type === "custom") return part.kind === "anthropic.message_start" ? undefined : part.kind;
  return part.type === "reasoning-file" ? `${part.mediaType} thought` : "tool approval";
}
