import type { Reply } from "../text/endpoint.ts";
import type { TextUsage } from "../text/usage.ts";
import type { Item } from "./items.ts";

type Status = "in_progress" | "completed" | "incomplete" | "failed";

/** Returns the response object with all its fields. It repeats the request's settings, as OpenAI does. */
export function responseObject(reply: Reply, id: string, status: Status, output: Item[]): Record<string, unknown> {
  const { body, exchange, answer, usage } = reply;
  const isOver = status === "completed" || status === "incomplete";
  return {
    id,
    object: "response",
    created_at: exchange.nowSeconds,
    status,
    background: false,
    ...(isOver && { completed_at: exchange.nowSeconds }),
    error: null,
    incomplete_details:
      status === "incomplete" ? { reason: answer.finish === "filter" ? "content_filter" : "max_output_tokens" } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    max_tool_calls: body.max_tool_calls ?? null,
    model: body.model,
    output,
    parallel_tool_calls: body.parallel_tool_calls ?? true,
    previous_response_id: body.previous_response_id ?? null,
    prompt_cache_key: body.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...(body.reasoning as object | undefined) },
    safety_identifier: body.safety_identifier ?? null,
    service_tier: isOver ? "default" : (body.service_tier ?? "auto"),
    store: body.store ?? true,
    temperature: body.temperature ?? 1,
    text: { format: { type: "text" }, verbosity: "medium", ...(body.text as object | undefined) },
    tool_choice: body.tool_choice ?? "auto",
    tools: body.tools ?? [],
    top_logprobs: body.top_logprobs ?? 0,
    top_p: body.top_p ?? 1,
    truncation: body.truncation ?? "disabled",
    usage: isOver && usage ? wireUsage(usage) : null,
    user: body.user ?? null,
    metadata: body.metadata ?? {},
  };
}

export function finalStatus({ answer }: Reply): "completed" | "incomplete" {
  return answer.finish === "length" || answer.finish === "filter" ? "incomplete" : "completed";
}

function wireUsage(usage: TextUsage): object {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cache_write_tokens: usage.cacheWriteTokens, cached_tokens: usage.cacheReadTokens },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}
