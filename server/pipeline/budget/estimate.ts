import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { estimateTokens } from "#server/providers/usage/estimate-tokens.ts";

/** Tokens of every text in a body, estimated; images and files are not text and are not counted. */
export function estimateInput(dialect: Dialect, body: Body): number {
  let tokens = 0;
  for (const { text } of dialect.texts(body)) tokens += estimateTokens(text);
  return tokens;
}
