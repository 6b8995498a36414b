import { type AsciiText, isAsciiText } from "#server/json/json-pieces.ts";
import { kindOfImage } from "./kind.ts";

/** An image as base64 bytes, which are never converted to a string. */
export type Picture = {
  base64: AsciiText;
  mediaType?: string;
  /** The model's rewritten prompt. */
  revisedPrompt?: string;
};

/** The result of an image request; at least one image. */
export type ImageOutput = { pictures: Picture[] };

/** An image of a stream; partial ones are numbered from 0. */
export type ImagePiece = { picture: Picture; partial?: number };

/** Returns an image from base64 in a response, as text or bytes; undefined for anything else. */
export function pictureOf(base64: unknown, revisedPrompt?: unknown): Picture | undefined {
  const ascii = isAsciiText(base64) ? base64.ascii : typeof base64 === "string" ? [Buffer.from(base64, "latin1")] : [];
  const start = startOf(ascii);
  if (start === "") return undefined;
  const mediaType = kindOfImage(Buffer.from(start, "base64"));
  return {
    base64: { ascii },
    ...(mediaType && { mediaType }),
    ...(typeof revisedPrompt === "string" && revisedPrompt !== "" && { revisedPrompt }),
  };
}

/** Enough to detect the file type; a whole number of base64 groups. */
const START_LETTERS = 344;

function startOf(ascii: AsciiText["ascii"]): string {
  let start = "";
  for (const piece of ascii) {
    if (start.length >= START_LETTERS) break;
    start += Buffer.from(piece.subarray(0, START_LETTERS)).toString("latin1");
  }
  return start.slice(0, START_LETTERS);
}
