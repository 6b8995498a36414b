import type { Body, TextSlot } from "../dialect.ts";
import { GATEWAY_FIELDS } from "../gateway-fields.ts";
import { dataAt, leavesAt, oddKeysAt } from "../text-slots.ts";

/**
 * Returns slots for a body's texts outside its messages: `user`, `metadata`, keys that the caller chooses, stop
 * sequences, a search location, and every unknown field, since a native upstream receives those too. `own`: fields that
 * the dialect reads itself.
 */
export function sideTexts(body: Body, own: ReadonlySet<string>): TextSlot[] {
  return Object.keys(body).flatMap((key) => {
    if (own.has(key) || structure.has(key)) return [];
    if (key === "metadata") return dataAt(body, key, key, "definition");
    const keys = OWN_KEYS.has(key) ? [] : oddKeysAt(body, key, key, "definition", structure);
    // Last, so that values can still be found by them.
    return [...leavesAt(body, key, key, "definition", structure), ...keys];
  });
}

/** Their keys are token ids. */
const OWN_KEYS: ReadonlySet<string> = new Set(["logit_bias"]);

/** Fields for models, modes and stored objects, and fields that stay in the gateway. */
const structure: ReadonlySet<string> = new Set([
  ...GATEWAY_FIELDS,
  ...["model", "tool_choice", "function_call", "service_tier", "previous_response_id", "conversation", "include"],
  ...["store", "truncation", "modalities", "audio", "stream", "stream_options", "reasoning", "reasoning_effort"],
  ...["thinking", "verbosity", "speed", "cache_control", "container", "betas", "background", "inference_geo"],
  ...["mcp_servers", "prompt_cache_retention", "prompt_cache_options", "type"],
]);
