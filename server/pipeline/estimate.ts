import { estimateTokenCount } from "tokenx";
import type { Body, Dialect } from "#server/dialects/dialect.ts";

/** The most tokens that the texts of a body can be: no tokenizer in use makes more tokens than UTF-8 bytes. */
export function boundInput(dialect: Dialect, body: Body): number {
  let bytes = 0;
  for (const { text } of dialect.texts(body)) bytes += Buffer.byteLength(text);
  return bytes;
}

/** Tokens of every text in a body, estimated; images and files are not text and are not counted. */
export function estimateInput(dialect: Dialect, body: Body): number {
  let tokens = 0;
  for (const { text } of dialect.texts(body)) tokens += estimateTokenCount(text);
  return tokens;
}
