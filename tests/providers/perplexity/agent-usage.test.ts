import { agentUsage } from "#server/providers/perplexity/usage.ts";
import { table } from "../usage-table.ts";

table(agentUsage, [
  [
    "cached tokens are a part of the input",
    {
      input_tokens: 11_575,
      input_tokens_details: { cache_creation_input_tokens: 6296, cache_read_input_tokens: 5270 },
      output_tokens: 227,
      output_tokens_details: { reasoning_tokens: 28 },
      tool_calls_details: { search_web: { invocation: 2 } },
    },
    {
      input_tokens: 9,
      cache_read_tokens: 5270,
      cache_write_tokens: 6296,
      output_tokens: 227,
      reasoning_tokens: 28,
      web_searches: 2,
    },
  ],
  [
    "the older name of cached tokens",
    { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 1 },
    { input_tokens: 6, cache_read_tokens: 4, output_tokens: 1 },
  ],
  [
    "tools that the gateway never sends are counted as a unit without a price",
    {
      input_tokens: 10,
      output_tokens: 1,
      tool_calls_details: { fetch_url: { invocation: 2 }, finance_search: { invocation: 1 } },
    },
    { input_tokens: 10, output_tokens: 1, containers: 3 },
  ],
  [
    "counts that are none",
    { input_tokens: "10", input_tokens_details: null, output_tokens: -1, tool_calls_details: [] },
    { input_tokens: 0, output_tokens: 0 },
  ],
]);
