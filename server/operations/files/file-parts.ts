import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";

type Body = Record<string, unknown>;

/** A stored file with its bytes. */
export type LoadedFile = { id: string; filename: string; mimeType: string; bytes: Buffer };

type FilePart = {
  /** Returns the id of the stored file that a part names, if any. */
  idOf(part: Body): unknown;
  /** Returns the part with the file's content in place of its id, in the dialect's own format. Throws 400. */
  filled(part: Body, file: LoadedFile): Body;
};

/** Message parts that may name a stored file, by type, in all dialects. */
export const FILE_PARTS: ReadonlyMap<unknown, FilePart> = new Map<unknown, FilePart>([
  ["input_file", { idOf: (part) => part.file_id, filled: fillInputFile }],
  ["input_image", { idOf: (part) => part.file_id, filled: fillInputImage }],
  ["file", { idOf: ({ file }) => isRecord(file) && file.file_id, filled: fillChatFile }],
  ["document", { idOf: ({ source }) => isRecord(source) && source.file_id, filled: fillDocument }],
  ["image", { idOf: ({ source }) => isRecord(source) && source.file_id, filled: fillImage }],
]);

/** A file that text models read as text is inserted as text, so that it is filtered and counted like any other. */
function fillInputFile({ file_id: _, ...part }: Body, file: LoadedFile): Body {
  if (isText(file)) return { ...without(part, "filename"), type: "input_text", text: titledText(file) };
  if (isImage(file)) {
    return { ...without(part, "filename"), type: "input_image", detail: "auto", image_url: dataUrl(file) };
  }
  const audio = audioOf(file);
  if (audio) return { ...without(part, "filename"), type: "input_audio", input_audio: audio };
  if (isVideo(file)) return { ...without(part, "filename"), type: "input_video", video_url: dataUrl(file) };
  return { ...part, filename: file.filename, file_data: dataUrl(file) };
}

function fillInputImage({ file_id: _, ...part }: Body, file: LoadedFile): Body {
  return { ...part, image_url: dataUrl(asImage(file)) };
}

function fillChatFile({ file: _, ...part }: Body, file: LoadedFile): Body {
  if (isText(file)) return { ...part, type: "text", text: titledText(file) };
  if (isImage(file)) return { ...part, type: "image_url", image_url: { url: dataUrl(file) } };
  const audio = audioOf(file);
  if (audio) return { ...part, type: "input_audio", input_audio: audio };
  if (isVideo(file)) return { ...part, type: "video_url", video_url: { url: dataUrl(file) } };
  return { ...part, file: { filename: file.filename, file_data: dataUrl(file) } };
}

function fillDocument(part: Body, file: LoadedFile): Body {
  const titled = { title: file.filename, ...part };
  if (isText(file)) return { ...titled, source: { type: "text", media_type: "text/plain", data: textOf(file) } };
  if (file.mimeType === "application/pdf") return { ...titled, source: base64Source(file) };
  throw unfit(file, "a document block must be a PDF or a text");
}

function fillImage(part: Body, file: LoadedFile): Body {
  return { ...part, source: base64Source(asImage(file)) };
}

function asImage(file: LoadedFile): LoadedFile {
  if (isImage(file)) return file;
  throw unfit(file, "an image part must be an image");
}

function isImage({ mimeType }: LoadedFile): boolean {
  return mimeType.startsWith("image/");
}

function isVideo({ mimeType }: LoadedFile): boolean {
  return mimeType.startsWith("video/");
}

const TEXTS = new Set(["application/json", "application/x-ndjson"]);

function isText({ mimeType }: LoadedFile): boolean {
  return mimeType.startsWith("text/") || TEXTS.has(mimeType);
}

/** The two audio formats that models accept. */
function audioOf({ mimeType, bytes }: LoadedFile): Body | undefined {
  const format = { "audio/mpeg": "mp3", "audio/wav": "wav" }[mimeType];
  return format ? { data: bytes.toString("base64"), format } : undefined;
}

function titledText(file: LoadedFile): string {
  return `${file.filename}\n\n${textOf(file)}`;
}

function textOf({ bytes }: LoadedFile): string {
  return bytes.toString("utf8").replace(/^\uFEFF/, "");
}

function dataUrl({ mimeType, bytes }: LoadedFile): string {
  return `data:${mimeType};base64,${bytes.toString("base64")}`;
}

function base64Source({ mimeType, bytes }: LoadedFile): Body {
  return { type: "base64", media_type: mimeType, data: bytes.toString("base64") };
}

function without(part: Body, name: string): Body {
  const { [name]: _, ...rest } = part;
  return rest;
}

function unfit({ id, mimeType }: LoadedFile, what: string): HttpError {
  return new HttpError(400, `${id} cannot be used here: it is ${mimeType}, and ${what}`);
}
