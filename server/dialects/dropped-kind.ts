import type {
  LanguageModelV4CustomContent,
  LanguageModelV4ReasoningFile,
  LanguageModelV4ToolApprovalRequest,
} from "@ai-sdk/provider";
import { textOf } from "./read-field.ts";

type Part = LanguageModelV4CustomContent | LanguageModelV4ReasoningFile | LanguageModelV4ToolApprovalRequest;

/** Facts alongside the content, which only some encoders read. */
const WITHOUT_CONTENT = new Set<string>(["anthropic.message_start", "google.response"]);

/** Returns the kind of a part that dialects cannot represent; undefined if the part has no content. */
export function droppedKind(part: Part): string | undefined {
  if (part.type === "reasoning-file") return `${part.mediaType} thought`;
  if (part.type !== "custom") return "tool approval";
  if (part.kind === "google.part") return textOf(part.providerMetadata?.google?.dropped);
  if (part.kind === "google.candidate") return "further candidates";
  return WITHOUT_CONTENT.has(part.kind) ? undefined : part.kind;
}
