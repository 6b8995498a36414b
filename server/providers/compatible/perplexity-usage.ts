import { type Block, block } from "../exchange/json.ts";
import { chatUsage } from "../openai/chat-usage.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/** Reads Perplexity's usage. Deep research bills the tokens of its citations as input, in addition to the prompt. */
export function perplexityUsage(raw: Block): Usage {
  const usage = chatUsage(raw);
  return { ...usage, input_tokens: count(usage.input_tokens) + count(raw.citation_tokens) };
}

const SIZES = ["low", "medium", "high"];

/**
 * Returns the size of the search context, by which Perplexity prices a request, as a variant (`low context`): the
 * reported size, else the requested one, else its default (https://docs.perplexity.ai/getting-started/pricing). An unknown
 * size counts as the largest.
 */
export function searchContext({ web_search_options: search }: Block, usage: Block = {}): string {
  const size = usage.search_context_size ?? block(search).search_context_size ?? "low";
  return `${SIZES.find((known) => known === size) ?? "high"} context`;
}
