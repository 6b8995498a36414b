import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { block } from "../exchange/json.ts";
import type { PartReader } from "../wire/part-reader.ts";
import { withFinishReason } from "./finish-reasons.ts";
import { serverReasoning } from "./server-reasoning.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Returns a reader for reasoning that the SDK package ignores, finish reasons that it does not know, images from the
 * provider's image tool, which become files rather than tool results, and commands that ran in the provider's
 * container.
 */
export function responseParts(): PartReader {
  const readReasoning = serverReasoning();
  const hostedCalls = new Set<unknown>();
  return {
    chunk(raw) {
      const { type, environment, call_id } = block(block(raw).item);
      if (type === "shell_call" && String(block(environment).type).startsWith("container")) hostedCalls.add(call_id);
      return readReasoning(raw);
    },
    part(part) {
      if (part.type === "finish") return [withFinishReason(part)];
      if (part.type === "tool-call" && hostedCalls.has(part.toolCallId)) return [{ ...part, providerExecuted: true }];
      return isDrawing(part) ? fileOf(part) : [part];
    },
  };
}

/**
 * Returns whether a part is the result of the provider's image tool. A function of the request may have the same name.
 */
function isDrawing(part: Part): boolean {
  const isProviderCall = part.type === "tool-call" && part.providerExecuted === true;
  return (isProviderCall || part.type === "tool-result") && part.toolName === "image_generation";
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
