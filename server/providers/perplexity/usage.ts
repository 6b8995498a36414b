import { type Block, block } from "../exchange/json.ts";
import { count, split, withoutZeros } from "../usage/tokens.ts";
import type { Usage } from "../usage/usage.ts";

/**
 * Reads the usage of the Agent API, whose input includes the tokens read from and written to a cache. Written ones have no
 * price of their own: measured costs are those of other input. Calls of tools are counted under their names in bills, in
 * which `search_web` is the web search. The gateway sends none of the others, so they count as containers, a unit without
 * a price, which marks the request.
 */
export function agentUsage(raw: Block): Usage {
  const details = block(raw.input_tokens_details);
  const input = split(count(raw.input_tokens), {
    cacheRead: Math.max(count(details.cache_read_input_tokens), count(details.cached_tokens)),
    cacheWrite: count(details.cache_creation_input_tokens),
  });
  const output = count(raw.output_tokens);
  const { search_web: searches, ...others } = block(raw.tool_calls_details);
  return withoutZeros({
    input_tokens: input.rest,
    cache_read_tokens: input.cacheRead,
    cache_write_tokens: input.cacheWrite,
    output_tokens: output,
    reasoning_tokens: Math.min(count(block(raw.output_tokens_details).reasoning_tokens), output),
    web_searches: calls(searches),
    containers: Object.values(others).reduce<number>((sum, tool) => sum + calls(tool), 0),
  });
}

function calls(tool: unknown): number {
  return count(block(tool).invocation);
}
