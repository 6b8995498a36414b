import { estimateTokenCount } from "tokenx";
import type { Body, Dialect } from "#server/dialects/dialect.ts";

/** Tokens of every text in a body, estimated; images and files are not text and are not counted. */
export function estimateInput(dialect: Dialect, body: Body): number {
  let tokens = 0;
  for (const { text } of dialect.texts(body)) tokens += estimateTokenCount(text);
  return tokens;
}
