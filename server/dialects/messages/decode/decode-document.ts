import type { JSONObject, JSONValue, LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { blocks, isObject, object, optional, text } from "../shape.ts";
import { base64Source, type FileSource, fileSource, urlSource } from "./decode-source.ts";
import { anthropicOptions, cacheControl, type DecodeState, note } from "./decode-state.ts";

type DocumentPart = LanguageModelV4TextPart | LanguageModelV4FilePart;
/** Where a block is: in a message or in a tool result. */
export type Place = "message" | "result";
type Description = { title?: string; context?: string; citations?: JSONValue; cacheControl?: JSONValue };

/** Reads a document: as a file if it has bytes, a URL or an id, as text if it has text. */
export function decodeDocument(block: JSONObject, path: string, place: Place, reading: DecodeState): DocumentPart[] {
  const at = `${path}.source`;
  const source = object(block.source, at);
  const about = description(block, path, reading);
  switch (text(source.type, `${at}.type`)) {
    case "text":
      return textDocument(text(source.data, `${at}.data`), about, path, place, reading);
    case "content":
      return contentDocument(source.content, about, path, place, reading);
    case "base64":
      return filePart(base64Source(source, at, "application/pdf"), about, path, reading);
    case "url":
      return filePart(urlSource(source, at, "application/pdf"), about, path, reading);
    case "file":
      return filePart(fileSource(source, at, "application/pdf", reading), about, path, reading);
    default:
      note(reading, at, `dropped (${source.type})`);
      return [];
  }
}

function description(block: JSONObject, path: string, reading: DecodeState): Description {
  const about: Description = {
    title: optional(block.title, `${path}.title`, text),
    context: optional(block.context, `${path}.context`, text),
    cacheControl: cacheControl(block, path, reading),
  };
  if (!isObject(block.citations) || block.citations.enabled !== true) return about;
  if (reading.target.family === "anthropic") return { ...about, citations: { enabled: true } };
  note(reading, `${path}.citations`, "dropped");
  return about;
}

/**
 * Reads a text document. It becomes plain text in tool results, where no target accepts documents, and for targets
 * other than Anthropic.
 */
function textDocument(
  data: string,
  about: Description,
  path: string,
  place: Place,
  reading: DecodeState,
): DocumentPart[] {
  if (reading.target.family === "anthropic" && place === "message") {
    return [{ type: "file", mediaType: "text/plain", data: { type: "text", text: data }, ...anthropicPart(about) }];
  }
  note(reading, path, "changed to text");
  return [{ type: "text", text: addTitle(about, data) }];
}

function contentDocument(
  content: unknown,
  about: Description,
  path: string,
  place: Place,
  reading: DecodeState,
): DocumentPart[] {
  if (typeof content === "string") return textDocument(content, about, path, place, reading);
  note(reading, path, "changed to text");
  const at = `${path}.source.content`;
  const parts = blocks(content, at).flatMap((item): DocumentPart[] => {
    if (item.type === "text") return [{ type: "text", text: text(item.block.text, `${item.path}.text`) }];
    if (item.type === "image") return [{ type: "file", ...contentImage(item.block, item.path, reading) }];
    note(reading, item.path, `dropped (${item.type})`);
    return [];
  });
  const head = addTitle(about);
  return head === "" ? parts : [{ type: "text", text: head }, ...parts];
}

function contentImage(block: JSONObject, path: string, reading: DecodeState): FileSource {
  const at = `${path}.source`;
  const source = object(block.source, at);
  if (source.type === "base64") return base64Source(source, at, "image");
  return source.type === "file" ? fileSource(source, at, "image", reading) : urlSource(source, at, "image");
}

function filePart(source: FileSource, about: Description, path: string, reading: DecodeState): DocumentPart[] {
  if (reading.target.family === "anthropic") return [{ type: "file", ...source, ...anthropicPart(about) }];
  if (reading.target.family === "google" && about.title !== undefined) note(reading, `${path}.title`, "dropped");
  const file: DocumentPart = { type: "file", ...source, ...filenameOf(about, source) };
  if (about.context === undefined) return [file];
  note(reading, `${path}.context`, "changed to text");
  return [{ type: "text", text: about.context }, file];
}

/** Returns the file name. Some targets detect a file's type by it. */
function filenameOf({ title }: Description, { mediaType }: FileSource): { filename?: string } {
  if (title === undefined) return {};
  const isFilename = mediaType !== "application/pdf" || title.toLowerCase().endsWith(".pdf");
  return { filename: isFilename ? title : `${title}.pdf` };
}

function anthropicPart(about: Description): Pick<DocumentPart, "providerOptions"> {
  const providerOptions = anthropicOptions(about);
  return providerOptions === undefined ? {} : { providerOptions };
}

function addTitle(about: Description, body?: string): string {
  return [about.title, about.context, body].filter((piece) => piece !== undefined && piece !== "").join("\n\n");
}
