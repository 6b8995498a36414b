import { type AsciiText, isAsciiText } from "#server/json-pieces.ts";
import { kindOfImage } from "./kind.ts";

/** A picture as base64 in bytes, which never becomes a string on its way through. */
export type Picture = {
  base64: AsciiText;
  mediaType?: string;
  /** What the model made of the prompt. */
  revisedPrompt?: string;
};

/** What an images call made; at least one picture. */
export type Drawn = { pictures: Picture[] };

/** A picture of a stream: unfinished ones count from 0. */
export type DrawnPiece = { picture: Picture; partial?: number };

/** A picture of base64 as an answer has it, a text or bytes; undefined for anything else. */
export function pictureOf(base64: unknown, revisedPrompt?: unknown): Picture | undefined {
  const ascii = isAsciiText(base64) ? base64.ascii : typeof base64 === "string" ? Buffer.from(base64, "latin1") : null;
  if (!ascii || ascii.byteLength === 0) return undefined;
  const start = Buffer.from(ascii.buffer, ascii.byteOffset, Math.min(ascii.byteLength, 344)).toString("latin1");
  const mediaType = kindOfImage(Buffer.from(start, "base64"));
  return {
    base64: { ascii },
    ...(mediaType && { mediaType }),
    ...(typeof revisedPrompt === "string" && revisedPrompt !== "" && { revisedPrompt }),
  };
}
