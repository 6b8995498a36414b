import { type Block, block } from "../exchange/json.ts";
import { count } from "../usage/tokens.ts";

/** The largest output limit that every Anthropic model accepts. */
const defaultMaxTokens = 4096;

/** Adds `max_tokens`, which Anthropic requires and our API does not; a thinking budget must fit below it. */
export function withMaxTokens(body: Block): Block {
  if (typeof body.max_tokens === "number") return body;
  return { ...body, max_tokens: defaultMaxTokens + count(block(body.thinking).budget_tokens) };
}
