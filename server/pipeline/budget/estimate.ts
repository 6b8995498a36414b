import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { estimateTokens } from "#server/providers/usage/estimate-tokens.ts";

/** Returns the estimated tokens of all texts in a body. Images and files are not counted. */
export function estimateInput(dialect: Dialect, body: Body): number {
  let tokens = 0;
  for (const { text } of dialect.texts(body)) tokens += estimateTokens(text);
  return tokens;
}
