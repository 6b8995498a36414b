import { hash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import { operationName, providerName } from "#server/telemetry/names.ts";
import type { TraceContent, TraceEvent } from "../trace-event.ts";
import type { Span } from "./encode-spans.ts";

type Attributes = Span["attributes"];

/**
 * Returns a request as a span with the attributes of the GenAI conventions
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/), and those of OpenInference that Phoenix reads.
 * The ids are hashes of the generation's id, so that a span that is sent again has the same ids.
 */
export function spanOf(event: TraceEvent): Span {
  const startMs = Date.parse(event.created_at);
  const operation = operationName(event.operation);
  return {
    traceId: digestOf(`trace ${event.id}`).slice(0, 32),
    spanId: digestOf(`span ${event.id}`).slice(0, 16),
    name: `${operation} ${event.requested_model}`,
    startMs,
    endMs: startMs + event.total_ms,
    attributes: {
      "gen_ai.operation.name": operation,
      ...modelAttributes(event),
      ...usageAttributes(event),
      ...callerAttributes(event),
      ...(event.content && contentAttributes(event.content)),
    },
    error: event.error,
  };
}

function modelAttributes(event: TraceEvent): Attributes {
  const { provider } = event;
  return {
    "gen_ai.provider.name": provider === null ? null : providerName(provider),
    "gen_ai.request.model": event.requested_model,
    "gen_ai.response.model": event.model,
    "gen_ai.response.id": event.upstream_id,
    "gen_ai.response.finish_reasons": event.finish_reason === null ? null : [event.finish_reason],
    "http.response.status_code": event.status,
    "error.type": event.error === null ? null : String(event.status),
    "openinference.span.kind": SPAN_KINDS[event.operation] ?? "LLM",
    "llm.model_name": event.model ?? event.requested_model,
    "switchboard.generation.id": event.id,
    "switchboard.workspace.id": event.workspace_id,
    "switchboard.attempts": event.attempts,
    "switchboard.first_token_ms": event.first_token_ms,
  };
}

const SPAN_KINDS: Record<string, string> = { createEmbeddings: "EMBEDDING", rerank: "RERANKER", callMcp: "TOOL" };

function usageAttributes({ tokens_prompt: prompt, tokens_completion: completion, ...event }: TraceEvent): Attributes {
  const usd = event.cost && event.cost.total_cost + event.cost.upstream_inference_cost;
  return {
    "gen_ai.usage.input_tokens": prompt,
    "gen_ai.usage.output_tokens": completion,
    "gen_ai.usage.cache_read.input_tokens": event.tokens_cached,
    "gen_ai.usage.cost": usd ?? null,
    "llm.token_count.prompt": prompt,
    "llm.token_count.completion": completion,
    "llm.token_count.total": prompt + completion,
    "llm.cost.total": usd ?? null,
  };
}

function callerAttributes({ identity, request_context: context }: TraceEvent): Attributes {
  return {
    "user.id": identity?.external_user ?? identity?.user_id,
    "switchboard.api_key.name": identity?.api_key_name,
    "gen_ai.conversation.id": context?.session_id,
    "session.id": context?.session_id,
    ...(context && context.tags.length > 0 && { "tag.tags": context.tags, "switchboard.tags": context.tags }),
    "user_agent.original": context?.user_agent,
    "switchboard.request.id": context?.request_id,
  };
}

function contentAttributes({ input, output }: TraceContent): Attributes {
  const messages = "messages" in input ? input.messages : [{ role: "user", content: input.prompt }];
  const parts = [
    ...(output.reasoning === null ? [] : [{ type: "reasoning", content: output.reasoning }]),
    ...(output.completion === null ? [] : [{ type: "text", content: output.completion }]),
    ...output.tool_calls.map(({ name, arguments: given }) => ({ type: "tool_call", name, arguments: given })),
  ];
  return {
    "gen_ai.input.messages": JSON.stringify(messages.map(inputMessage)),
    "gen_ai.output.messages": JSON.stringify([{ role: "assistant", parts }]),
    "input.value": JSON.stringify(messages),
    "input.mime_type": "application/json",
    "output.value": output.completion ?? JSON.stringify(parts),
    "output.mime_type": output.completion === null ? "application/json" : "text/plain",
  };
}

/** Texts become parts of type `text`. The conventions allow any other part with a type of its own. */
function inputMessage(message: unknown) {
  const { role, content } = isRecord(message) ? message : {};
  const list = Array.isArray(content) ? content : [content ?? message];
  return { role: typeof role === "string" ? role : "user", parts: list.map(partOf) };
}

function partOf(part: unknown): Record<string, unknown> {
  if (typeof part === "string") return { type: "text", content: part };
  if (!isRecord(part)) return { type: "unknown" };
  return typeof part.text === "string" ? { type: "text", content: part.text } : { type: "unknown", ...part };
}

function digestOf(text: string): string {
  return hash("sha256", text, "hex");
}
