import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { block } from "../exchange/json.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { withFinishReason } from "./finish-reasons.ts";
import { serverReasoning } from "./server-reasoning.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Returns a reader for reasoning that the SDK package ignores, finish reasons that it does not know, and images from
 * the vendor's image tool, which become files rather than tool results.
 */
export function responseParts(): PartReader {
  return {
    chunk: serverReasoning(),
    part(part) {
      if (part.type === "finish") return [withFinishReason(part)];
      return isDrawing(part) ? fileOf(part) : [part];
    },
  };
}

/** A function of the request may have the same name as the vendor's tool. */
function isDrawing(part: Part): boolean {
  const isVendorCall = part.type === "tool-call" && part.providerExecuted === true;
  return (isVendorCall || part.type === "tool-result") && part.toolName === "image_generation";
}

function fileOf(part: Part): Part[] {
  if (part.type !== "tool-result" || part.preliminary) return [];
  const { result } = block(part.result);
  if (typeof result !== "string") return [];
  return [{ type: "file", mediaType: mediaTypeOf(result), data: { type: "data", data: result } }];
}

/** Returns the media type by the first base64 characters. */
function mediaTypeOf(data: string): string {
  if (data.startsWith("/9j/")) return "image/jpeg";
  return data.startsWith("UklGR") ? "image/webp" : "image/png";
}
