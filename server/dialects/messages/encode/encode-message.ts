import type { JSONObject } from "@ai-sdk/provider";
import { costFields } from "#server/dialects/cost-fields.ts";
import type { DialectEvent, EncodeContext, FinishPart } from "#server/dialects/dialect.ts";
import { isObject } from "../shape.ts";
import { complete, fillMessage } from "./complete.ts";
import { encodeUsage } from "./encode-usage.ts";

/** Returns the start event. `usage`: the usage known so far; clients need its numbers even if they are 0. */
export function messageStart(context: EncodeContext, usage: Record<string, unknown>): DialectEvent {
  const message = {
    id: context.id,
    type: "message",
    role: "assistant",
    model: context.model,
    content: [],
    usage: {
      input_tokens: usage.input_tokens ?? 0,
      cache_creation_input_tokens: usage.cache_creation_input_tokens ?? 0,
      cache_read_input_tokens: usage.cache_read_input_tokens ?? 0,
      output_tokens: usage.output_tokens ?? 0,
    },
  };
  if (context.provider !== undefined) complete(message, context.provider);
  else fillMessage(message);
  return { event: "message_start", data: { type: "message_start", message } };
}

/** Returns the event with the stop reason and the usage. `called`: the response asks the caller to run a tool. */
export function messageDelta(
  part: FinishPart,
  context: EncodeContext,
  called: boolean,
  startUsage: Record<string, unknown>,
): DialectEvent {
  const stopSequence = stopSequenceOf(part, context);
  const delta = {
    stop_reason: stopReason(part, called, stopSequence),
    stop_sequence: stopSequence,
    stop_details: part.finishReason.unified === "content-filter" ? stopDetails(part) : null,
    container: containerOf(part),
  };
  const usage = encodeUsage(part.usage, startUsage, costFields(part.usage, context));
  return { event: "message_delta", data: { type: "message_delta", delta, usage } };
}

export function messageStop(context: EncodeContext): DialectEvent {
  return { event: "message_stop", data: { type: "message_stop", ...context.trailer?.() } };
}

const OWN_WORDS = ["pause_turn", "model_context_window_exceeded", "compaction", "refusal"];

/** Returns the stop reason. Some providers report `stop` after a tool call, but callers only act on `tool_use`. */
function stopReason({ finishReason }: FinishPart, called: boolean, stopSequence: string | null): string {
  const { unified, raw } = finishReason;
  if (raw !== undefined && OWN_WORDS.includes(raw)) return raw;
  if (unified === "length") return "max_tokens";
  if (unified === "content-filter") return "refusal";
  if (unified === "tool-calls" || called) return "tool_use";
  return stopSequence !== null || raw === "stop_sequence" ? "stop_sequence" : "end_turn";
}

/**
 * Returns the stop sequence that an Anthropic upstream names; otherwise it is known only if the request has a single
 * one.
 */
function stopSequenceOf({ providerMetadata, finishReason }: FinishPart, context: EncodeContext): string | null {
  const sequence = providerMetadata?.anthropic?.stopSequence;
  if (typeof sequence === "string") return sequence;
  const stopSequences = context.request.stop_sequences;
  if (finishReason.raw !== "stop_sequence" || !Array.isArray(stopSequences) || stopSequences.length !== 1) return null;
  return typeof stopSequences[0] === "string" ? stopSequences[0] : null;
}

function stopDetails({ providerMetadata }: FinishPart): Record<string, unknown> {
  const details = providerMetadata?.anthropic?.stopDetails;
  const fields: JSONObject = isObject(details) ? details : {};
  return { type: "refusal", category: fields.category ?? null, explanation: fields.explanation ?? null };
}

function containerOf({ providerMetadata }: FinishPart): Record<string, unknown> | null {
  const container = providerMetadata?.anthropic?.container;
  return isObject(container) ? { id: container.id, expires_at: container.expiresAt } : null;
}
