import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { block } from "../exchange/json.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { withFinishReason } from "./finish-reasons.ts";
import { serverReasoning } from "./server-reasoning.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Reads reasoning that the package passes over, finish reasons that it does not know, and pictures that the model draws
 * by its vendor's own tool, as the files they are and not as a tool's results.
 */
export function answerParts(): PartReader {
  return {
    chunk: serverReasoning(),
    part(part) {
      if (part.type === "finish") return [withFinishReason(part)];
      return isDrawing(part) ? fileOf(part) : [part];
    },
  };
}

function isDrawing(part: Part): boolean {
  const isTool = part.type === "tool-call" || part.type === "tool-result";
  return isTool && part.toolName === "image_generation";
}

function fileOf(part: Part): Part[] {
  if (part.type !== "tool-result" || part.preliminary) return [];
  const { result } = block(part.result);
  if (typeof result !== "string") return [];
  return [{ type: "file", mediaType: mediaTypeOf(result), data: { type: "data", data: result } }];
}

/** By its first bytes, in base64. */
function mediaTypeOf(data: string): string {
  if (data.startsWith("/9j/")) return "image/jpeg";
  return data.startsWith("UklGR") ? "image/webp" : "image/png";
}
