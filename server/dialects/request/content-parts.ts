import type { LanguageModelV4FilePart, LanguageModelV4TextPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { invalid, omitUndefined, recordAt, stringAt, textOf } from "../read-field.ts";
import { optionsFor, type Target } from "../target.ts";
import { isBucketFile } from "./bucket-files.ts";
import { acceptedKind, kindOfBase64, kindOfName, storedKind, UNKNOWN_KIND } from "./file-kind.ts";
import { partFromBase64, partFromUrl } from "./media-part.ts";
import { mergeOptions } from "./provider-options.ts";

export type ContentPart = LanguageModelV4TextPart | LanguageModelV4FilePart;

/**
 * Reads message content of either OpenAI dialect: a string, or parts with the names of both dialects. Throws HttpError
 * 400 that names the part; a part of an unknown type is dropped with a note.
 */
export function decodeContent(content: unknown, path: string, target: Target): ContentPart[] {
  if (content === undefined || content === null) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) throw invalid(path, "must be a string or an array of parts");
  return content.flatMap((part, index) => decodePart(recordAt(part, `${path}[${index}]`), `${path}[${index}]`, target));
}

/**
 * Returns the texts of a system message: joined, or separate if one of them has a cache mark. Other parts are dropped
 * with a note.
 */
export function decodeInstructions(content: unknown, path: string, target: Target): LanguageModelV4TextPart[] {
  const texts = decodeContent(content, path, target).flatMap((part, index) => {
    if (part.type === "text") return [part];
    target.notes.add(`${path}[${index}]: dropped`);
    return [];
  });
  if (texts.some(({ providerOptions }) => providerOptions)) return texts;
  return [{ type: "text", text: texts.map(({ text }) => text).join("\n") }];
}

export function decodePart(part: Body, path: string, target: Target): ContentPart[] {
  const decode = decoders[stringAt(part.type, `${path}.type`)];
  if (!decode) {
    target.notes.add(`${path} (${part.type}): dropped`);
    return [];
  }
  const decoded = decode(part, path, target);
  const own = decoded.type === "file" && isRecord(part.google) ? fileOptions(part.google, path, target) : undefined;
  const given = [decoded.providerOptions ?? {}, cacheOptions(part, target), own ?? {}];
  const options = mergeOptions(...given) as NonNullable<ContentPart["providerOptions"]>;
  return [Object.keys(options).length > 0 ? { ...decoded, providerOptions: options } : decoded];
}

type Decode = (part: Body, path: string, target: Target) => ContentPart;

const decodeTextPart: Decode = (part, path, target) => {
  if (Array.isArray(part.annotations) && part.annotations.length > 0) target.notes.add(`${path}.annotations: dropped`);
  return { type: "text", text: stringAt(part.text, `${path}.text`) };
};

const decodeImage: Decode = (part, path, target) => {
  const nested = isRecord(part.image_url) ? part.image_url : part;
  const urlPath = nested === part ? `${path}.image_url` : `${path}.image_url.url`;
  const url = nested === part ? part.image_url : nested.url;
  const image =
    typeof part.file_id === "string" && url === undefined
      ? fileReference(part.file_id, "image/*", target)
      : partFromUrl(stringAt(url, urlPath), "image/*", urlPath);
  return { ...image, ...detailOptions(nested.detail, path, target) };
};

const decodeAudio: Decode = (part, path) => {
  if (typeof part.input_audio === "string") return bareAudio(part.input_audio, `${path}.input_audio`);
  const audio = recordAt(part.input_audio, `${path}.input_audio`);
  const format = stringAt(audio.format, `${path}.input_audio.format`);
  const data = stringAt(audio.data, `${path}.input_audio.data`);
  const mediaType = format === "mp3" ? "audio/mpeg" : `audio/${format}`;
  return data.startsWith("data:")
    ? partFromUrl(data, mediaType, `${path}.input_audio.data`)
    : partFromBase64(data, mediaType);
};

/** Returns audio as Mistral has it: an address or base64. Of the formats it accepts, only MP3 may begin in no known way. */
function bareAudio(audio: string, path: string): LanguageModelV4FilePart {
  if (/^(data|https?):/.test(audio)) return partFromUrl(audio, "audio/mpeg", path);
  const kind = kindOfBase64(audio);
  return partFromBase64(audio, kind.startsWith("audio/") ? kind : "audio/mpeg");
}

const decodeVideo: Decode = (part, path) => {
  const value = isRecord(part.video_url) ? part.video_url.url : part.video_url;
  const url = stringAt(value, `${path}.video_url`);
  return partFromUrl(url, YOUTUBE.test(url) ? "video/mp4" : "video/*", `${path}.video_url`);
};

/** Gemini reads these pages itself, and its package requires a whole media type for what is not downloaded. */
export const YOUTUBE = /^https:\/\/(?:(?:www\.|m\.)?youtube\.com|youtu\.be)\//;

const decodeFile: Decode = (part, path, target) => {
  const nested = isRecord(part.file) ? part.file : part;
  const base = nested === part ? path : `${path}.file`;
  const filename = textOf(nested.filename);
  const source = isBucketFile(part)
    ? bucketFile(String(nested.file_url), kindOfName(filename))
    : fileSource(nested, base, filename, target);
  return namedFile(source, filename, { path, namePath: `${base}.filename` }, target);
};

/** Reads a file as Mistral has it. */
const decodeDocument: Decode = (part, path, target) => {
  const given = isRecord(part.document_url) ? part.document_url.url : part.document_url;
  const urlPath = `${path}.document_url`;
  const filename = textOf(part.document_name);
  const source = fileAt(stringAt(given, urlPath), kindOfName(filename), urlPath);
  return namedFile(source, filename, { path, namePath: `${path}.document_name` }, target);
};

type FilePaths = { path: string; namePath: string };

function namedFile(source: LanguageModelV4FilePart, filename: string | undefined, paths: FilePaths, target: Target) {
  const file = acceptablePart(source, paths.path, target);
  if (filename !== undefined && target.family === "google") target.notes.add(`${paths.namePath}: dropped`);
  return titledText(file, filename, target) ?? omitUndefined({ ...file, filename });
}

/** Returns a text file with its name in the text, because in the chat dialect only the text is sent. */
function titledText(file: LanguageModelV4FilePart, filename: string | undefined, { family }: Target) {
  const { data, mediaType } = file;
  if (family !== "compatible" || !filename || mediaType !== "text/plain" || data.type !== "data") return undefined;
  const text = Buffer.from(String(data.data), "base64").toString("utf8");
  return { type: "text" as const, text: `${filename}\n\n${text}` };
}

/** Checks the media type of an inline file. Files given by URL are checked after the download. */
function acceptablePart(part: LanguageModelV4FilePart, path: string, { family }: Target): LanguageModelV4FilePart {
  return part.data.type === "data" ? { ...part, mediaType: acceptedKind(part.mediaType, family, path) } : part;
}

function fileSource(file: Body, path: string, filename: string | undefined, target: Target): LanguageModelV4FilePart {
  const mediaType = kindOfName(filename);
  if (typeof file.file_id === "string") return fileReference(file.file_id, mediaType, target);
  if (typeof file.file_url === "string") return fileAt(file.file_url, mediaType, `${path}.file_url`);
  const data = stringAt(file.file_data, `${path}.file_data`);
  const isUrl = data.startsWith("data:") || data.startsWith("http:") || data.startsWith("https:");
  return isUrl ? fileAt(data, mediaType, `${path}.file_data`) : partFromBase64(data, mediaType);
}

/** Returns the file at a URL. Its name is the last part of the URL, if that is a file name. */
function fileAt(url: string, mediaType: string, path: string): LanguageModelV4FilePart {
  const part = partFromUrl(url, mediaType, path);
  if (part.data.type !== "url" || part.mediaType !== UNKNOWN_KIND) return part;
  return { ...part, mediaType: kindOfName(part.data.url.pathname) };
}

function bucketFile(url: string, mediaType: string): LanguageModelV4FilePart {
  return { type: "file", mediaType, data: { type: "url", url: new URL(url) } };
}

function fileReference(id: string, mediaType: string, target: Target): LanguageModelV4FilePart {
  const kind = storedKind(mediaType, target.family);
  return { type: "file", mediaType: kind, data: { type: "reference", reference: { [target.provider]: id } } };
}

const decoders: Record<string, Decode> = {
  text: decodeTextPart,
  input_text: decodeTextPart,
  output_text: decodeTextPart,
  refusal: (part, path) => ({ type: "text", text: stringAt(part.refusal, `${path}.refusal`) }),
  image_url: decodeImage,
  input_image: decodeImage,
  input_audio: decodeAudio,
  video_url: decodeVideo,
  input_video: decodeVideo,
  file: decodeFile,
  input_file: decodeFile,
  document_url: decodeDocument,
};

function detailOptions(detail: unknown, path: string, target: Target): Pick<ContentPart, "providerOptions"> {
  if (typeof detail !== "string" || detail === "auto") return {};
  if (target.family === "openai") return { providerOptions: optionsFor(target, { imageDetail: detail }) };
  target.notes.add(`${path}.detail: dropped`);
  return {};
}

/** Returns Google's settings of a file: which part of a video is read, and how closely a file is. Nobody else has them. */
function fileOptions({ videoMetadata, mediaResolution, mimeType }: Body, path: string, target: Target) {
  if (target.family !== "google") {
    target.notes.add(`${path}.google: dropped`);
    return undefined;
  }
  return optionsFor(target, { part: omitUndefined({ videoMetadata, mediaResolution, mimeType }) });
}

/**
 * Returns provider options for a mark up to which the prompt is cached: Anthropic's, or OpenAI's
 * (https://developers.openai.com/api/docs/guides/prompt-caching), which are Anthropic's there.
 */
export function cacheOptions(marked: Body, target: Target): NonNullable<ContentPart["providerOptions"]> {
  const { cache_control: own, prompt_cache_breakpoint: breakpoint } = marked;
  const name = isRecord(own) ? "cache_control" : "prompt_cache_breakpoint";
  if (!isRecord(marked[name])) return {};
  if (target.family === "anthropic")
    return optionsFor(target, { cacheControl: isRecord(own) ? own : { type: "ephemeral" } }) ?? {};
  if (target.family === "openai" && isRecord(breakpoint))
    return optionsFor(target, { promptCacheBreakpoint: breakpoint }) ?? {};
  target.notes.add(`${name}: dropped`);
  return {};
}
