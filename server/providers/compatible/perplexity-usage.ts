import type { Block } from "../exchange/json.ts";
import { chatUsage } from "../openai/chat-usage.ts";
import { count } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/** Reads Perplexity's usage. Deep research bills the tokens of its citations as input, in addition to the prompt. */
export function perplexityUsage(raw: Block): Usage {
  const usage = chatUsage(raw);
  return { ...usage, input_tokens: count(usage.input_tokens) + count(raw.citation_tokens) };
}
