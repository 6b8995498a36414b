import type { DestinationRow } from "#server/data/destinations.ts";
import type { TraceEvent } from "./trace-event.ts";

/** Returns a made-up request for trying a destination. It contains what the destination would receive. */
export function sampleEvent(row: DestinationRow, nowMs: number): TraceEvent {
  const usage = { input_tokens: 8, output_tokens: 3 };
  return {
    id: `gen-test-${crypto.randomUUID()}`,
    created_at: new Date(nowMs).toISOString(),
    workspace_id: row.workspaceId,
    operation: "createChatCompletion",
    dialect: "chat",
    requested_model: "local/echo",
    model: "local/echo",
    provider: "local",
    upstream_id: null,
    status: 200,
    error: null,
    finish_reason: "stop",
    streamed: false,
    cancelled: false,
    attempts: 1,
    tokens_prompt: usage.input_tokens,
    tokens_completion: usage.output_tokens,
    tokens_cached: 0,
    tokens_reasoning: 0,
    usage_units: usage,
    queue_ms: 0,
    first_token_ms: 1,
    total_ms: 2,
    ...(row.broadcastCost && { cost: FREE }),
    ...(!row.privacyMode && { content: CONTENT }),
  };
}

const FREE = { total_cost: 0, upstream_inference_cost: 0, cost_nano_usd: 0, is_byok: false, unpriced_units: [] };

const CONTENT: TraceEvent["content"] = {
  input: { messages: [{ role: "user", content: "This is a test of the destination." }] },
  output: { completion: "It works.", reasoning: null, tool_calls: [] },
  input_cut: false,
  output_cut: false,
};
