import type {
  JSONObject,
  LanguageModelV4TextPart,
  LanguageModelV4ToolResultOutput,
  LanguageModelV4ToolResultPart,
} from "@ai-sdk/provider";
import { blocks, flag, invalidField, optional, text } from "../shape.ts";
import { decodeMedia, type MediaPart } from "./decode-media.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";

/** A tool result, and its parts that the target accepts only in a separate message. */
export type DecodedResult = { part: LanguageModelV4ToolResultPart; moved: MediaPart[] };

/**
 * Reads a tool result. Text stays text, mixed blocks stay blocks, and an error stays marked if the target has such a
 * mark.
 */
export function decodeToolResult(block: JSONObject, path: string, reading: DecodeState): DecodedResult {
  const toolCallId = text(block.tool_use_id, `${path}.tool_use_id`);
  const toolName = reading.toolNames.get(toolCallId);
  if (toolName === undefined) throw invalidField(`${path}.tool_use_id`, "no earlier tool_use has this id");
  const isError = optional(block.is_error, `${path}.is_error`, flag) ?? false;
  const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, path, reading) });
  const parts = resultParts(block.content, `${path}.content`, reading);
  const movedFiles = movedParts(parts, `${path}.content`, reading);
  const output = outputOf(movedFiles.length > 0 ? parts.filter(isText) : parts, isError, path, reading);
  return {
    part: { type: "tool-result", toolCallId, toolName, output, ...(providerOptions && { providerOptions }) },
    moved: movedFiles,
  };
}

function outputOf(
  parts: MediaPart[],
  isError: boolean,
  path: string,
  reading: DecodeState,
): LanguageModelV4ToolResultOutput {
  const isOnlyText = parts.every(isText);
  if (isError && (!isOnlyText || reading.target.family === "compatible")) note(reading, `${path}.is_error`, "dropped");
  if (!isOnlyText) return { type: "content", value: parts };
  if (parts.length > 1) note(reading, `${path}.content`, "changed to one text");
  return { type: isError ? "error-text" : "text", value: parts.map((part) => part.text).join("\n") };
}

/**
 * Returns the files to move to a separate message. In the chat dialect a tool result is only text, and a file would be
 * sent as the text of its bytes.
 */
function movedParts(parts: MediaPart[], path: string, reading: DecodeState): MediaPart[] {
  const files = parts.filter((part) => !isText(part));
  if (reading.target.family !== "compatible" || files.length === 0) return [];
  note(reading, path, "files moved to the next user message");
  return files;
}

function isText(part: MediaPart): part is LanguageModelV4TextPart {
  return part.type === "text";
}

function resultParts(content: unknown, path: string, reading: DecodeState): MediaPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return blocks(content, path).flatMap(({ block, type, path: at }): MediaPart[] => {
    if (type !== "text") return decodeMedia(block, type, at, "result", reading);
    cacheControl(block, at, reading);
    return [{ type: "text", text: text(block.text, `${at}.text`) }];
  });
}
