import type { JSONObject, LanguageModelV4Message, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";
import { blocks, text } from "../shape.ts";
import { decodeMedia, type MediaPart } from "./decode-media.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";
import { decodeToolResult } from "./decode-tool-result.ts";

/**
 * Reads a user message as its tool results followed by the rest: every target requires results directly after their
 * calls.
 */
export function decodeUser(value: unknown, path: string, reading: DecodeState): LanguageModelV4Message[] {
  if (typeof value === "string") return [{ role: "user", content: [{ type: "text", text: value }] }];
  const results: LanguageModelV4ToolResultPart[] = [];
  const rest: MediaPart[] = [];
  let hasOther = false;
  for (const { block, type, path: at } of blocks(value, path)) {
    if (type === "tool_result") {
      if (hasOther) note(reading, at, "moved before the message's other content");
      const { part, moved } = decodeToolResult(block, at, reading);
      results.push(part);
      rest.push(...moved);
    } else {
      hasOther = true;
      rest.push(...userParts(block, type, at, reading));
    }
  }
  const messages: LanguageModelV4Message[] = [];
  if (results.length > 0) messages.push({ role: "tool", content: results });
  if (rest.length > 0) messages.push({ role: "user", content: rest });
  return messages;
}

function userParts(block: JSONObject, type: string, path: string, reading: DecodeState): MediaPart[] {
  if (type !== "text") return decodeMedia(block, type, path, "message", reading);
  const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, path, reading) });
  return [{ type: "text", text: text(block.text, `${path}.text`), ...(providerOptions && { providerOptions }) }];
}
