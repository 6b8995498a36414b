import type { Reply } from "../text/endpoint.ts";
import type { AgentItem } from "./items.ts";

type Status = "in_progress" | "completed" | "incomplete";

/** Returns the response object, with the fields that the SDK's types list and those that the API also sends. */
export function responseObject(reply: Reply, id: string, status: Status, output: AgentItem[]): Record<string, unknown> {
  const { answer, body, exchange } = reply;
  const isOver = status !== "in_progress";
  const reason = answer.finish === "filter" ? "content_filter" : "max_output_tokens";
  return {
    id,
    object: "response",
    created_at: exchange.nowSeconds,
    model: body.model,
    status,
    background: false,
    store: body.store ?? true,
    output,
    ...(status === "incomplete" && { incomplete_details: { reason } }),
    ...(isOver && reply.usage && { usage: usageOf(reply) }),
  };
}

export function finalStatus({ answer }: Reply): "completed" | "incomplete" {
  return answer.finish === "length" || answer.finish === "filter" ? "incomplete" : "completed";
}

/** The input includes what was read from and written to the cache; costs are rounded to 0.00001 USD. */
function usageOf({ usage, answer }: Reply): object {
  const { inputTokens = 0, cacheReadTokens = 0, outputTokens = 0, reasoningTokens = 0 } = usage ?? {};
  const searches = answer.search ? 1 : 0;
  const cost = {
    input_cost: usd((inputTokens - cacheReadTokens) * 0.25e-6),
    cache_read_cost: usd(cacheReadTokens * 0.0625e-6),
    output_cost: usd(outputTokens * 2.5e-6),
    tool_calls_cost: searches * 0.0025,
  };
  const total_cost = usd(Object.values(cost).reduce((sum, part) => sum + part, 0));
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cache_creation_input_tokens: 0, cache_read_input_tokens: cacheReadTokens },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: reasoningTokens },
    total_tokens: inputTokens + outputTokens,
    ...(searches > 0 && { tool_calls_details: { search_web: { invocation: searches } } }),
    cost: { currency: "USD", ...cost, total_cost },
  };
}

function usd(amount: number): number {
  return Math.round(amount * 1e5) / 1e5;
}
