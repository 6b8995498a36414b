import { type AsciiText, isAsciiText } from "#server/json/json-pieces.ts";
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

/** As much as the kind of a file can be told by, in whole groups of base64. */
const START_LETTERS = 344;

function startOf(ascii: AsciiText["ascii"]): string {
  let start = "";
  for (const piece of ascii) {
    if (start.length >= START_LETTERS) break;
    start += Buffer.from(piece.subarray(0, START_LETTERS)).toString("latin1");
  }
  return start.slice(0, START_LETTERS);
}
