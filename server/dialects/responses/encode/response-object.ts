import { isRecord } from "#lib/is-record.ts";
import type { Body, EncodeContext } from "#server/dialects/dialect.ts";
import { recordsOf } from "#server/dialects/read-field.ts";
import { withoutToolCredentials } from "#server/dialects/request/tool-credentials.ts";

/** The parts of a response object that change while it is generated. */
export type Progress = {
  status: "in_progress" | "completed" | "incomplete" | "failed";
  output: Body[];
  usage?: Body | null;
  error?: Body | null;
  incomplete_details?: Body | null;
};

/**
 * Returns a complete response object: the published clients reject one with a missing key. `completed_at` is null
 * because encoders have no clock; `context.trailer` may set it.
 */
export function responseObject(context: EncodeContext, progress: Progress): Body {
  return {
    id: context.id,
    object: "response",
    created_at: context.createdAt,
    completed_at: null,
    error: null,
    incomplete_details: null,
    model: context.model,
    ...echo(context.request),
    usage: null,
    ...progress,
  };
}

function echo(request: Body): Body {
  return {
    background: false,
    frequency_penalty: request.frequency_penalty ?? null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    max_tool_calls: request.max_tool_calls ?? null,
    metadata: request.metadata ?? {},
    parallel_tool_calls: request.parallel_tool_calls ?? true,
    presence_penalty: request.presence_penalty ?? null,
    previous_response_id: null,
    prompt_cache_key: request.prompt_cache_key ?? null,
    reasoning: { effort: null, summary: null, ...(isRecord(request.reasoning) ? request.reasoning : {}) },
    safety_identifier: request.safety_identifier ?? null,
    service_tier: request.service_tier ?? null,
    store: false,
    temperature: request.temperature ?? null,
    text: { format: { type: "text" }, ...(isRecord(request.text) ? request.text : {}) },
    tool_choice: request.tool_choice ?? "auto",
    tools: recordsOf(request.tools).map((tool) => echoTool(withoutToolCredentials(tool))),
    top_logprobs: request.top_logprobs ?? 0,
    top_p: request.top_p ?? null,
    truncation: request.truncation ?? "disabled",
    user: request.user ?? null,
  };
}

function echoTool(tool: Body): Body {
  return tool.type === "function" ? { parameters: null, strict: null, ...tool } : tool;
}
