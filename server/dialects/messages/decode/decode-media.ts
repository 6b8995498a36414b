import type { JSONObject, LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { blocks, object, text } from "../shape.ts";
import { decodeDocument, type Place } from "./decode-document.ts";
import { base64Source, fileSource, urlSource } from "./decode-source.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";

const IMAGE_SOURCES = new Map<string, typeof fileSource>([
  ["base64", base64Source],
  ["url", urlSource],
  ["file", fileSource],
]);

export type MediaPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/** Reads a block of a user message or a tool result that is not plain text. Unknown blocks are dropped with a note. */
export function decodeMedia(
  block: JSONObject,
  type: string,
  path: string,
  place: Place,
  reading: DecodeState,
): MediaPart[] {
  switch (type) {
    case "image":
      return image(block, path, reading);
    case "document":
      return decodeDocument(block, path, place, reading);
    case "search_result":
      return searchResult(block, path, reading);
    default:
      note(reading, path, `dropped (${type})`);
      return [];
  }
}

function image(block: JSONObject, path: string, reading: DecodeState): MediaPart[] {
  const at = `${path}.source`;
  const source = object(block.source, at);
  const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, path, reading) });
  const type = text(source.type, `${at}.type`);
  const readImage = IMAGE_SOURCES.get(type);
  if (readImage === undefined) {
    note(reading, at, `dropped (${type})`);
    return [];
  }
  return [{ type: "file", ...readImage(source, at, "image", reading), ...(providerOptions && { providerOptions }) }];
}

function searchResult(block: JSONObject, path: string, reading: DecodeState): MediaPart[] {
  note(reading, path, "changed to text");
  const head = [text(block.title, `${path}.title`), text(block.source, `${path}.source`)];
  const body = blocks(block.content, `${path}.content`).map((item) => text(item.block.text, `${item.path}.text`));
  const providerOptions = anthropicOptions({ cacheControl: cacheControl(block, path, reading) });
  return [{ type: "text", text: [...head, ...body].join("\n"), ...(providerOptions && { providerOptions }) }];
}
