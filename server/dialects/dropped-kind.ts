import type {
  LanguageModelV4CustomContent,
  LanguageModelV4ReasoningFile,
  LanguageModelV4ToolApprovalRequest,
} from "@ai-sdk/provider";

type Part = LanguageModelV4CustomContent | LanguageModelV4ReasoningFile | LanguageModelV4ToolApprovalRequest;

/** Returns the kind of a part that dialects cannot represent; undefined if the part has no content. */
export function droppedKind(part: Part): string | undefined {
  if (part.type === "custom") return part.kind === "anthropic.message_start" ? undefined : part.kind;
  return part.type === "reasoning-file" ? `${part.mediaType} thought` : "tool approval";
}
