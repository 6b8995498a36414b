import type { Body, TextSlot } from "../dialect.ts";
import { dataAt, leavesAt } from "../text-lens.ts";

/**
 * Slots over what a body says beside its messages: who asks (`user`, `metadata`), keys of the caller's choosing, stop
 * sequences, a place to search near, and every field that nobody here knows, since a native upstream gets those too.
 * `own` names the fields that a dialect's lens reads by itself.
 */
export function sideTexts(body: Body, own: ReadonlySet<string>): TextSlot[] {
  return Object.keys(body).flatMap((key) => {
    if (own.has(key) || structure.has(key)) return [];
    return key === "metadata"
      ? dataAt(body, key, key, "definition")
      : leavesAt(body, key, key, "definition", structure);
  });
}

/** Fields that name models, modes and stored things, and those that stay in the gateway. */
const structure: ReadonlySet<string> = new Set([
  ...["model", "models", "fallbacks", "provider", "plugins", "route", "session_id", "trace", "stop_server_tools_when"],
  ...["tool_choice", "function_call", "service_tier", "previous_response_id", "conversation", "include", "store"],
  ...["truncation", "modalities", "audio", "stream", "stream_options", "reasoning", "reasoning_effort", "thinking"],
  ...["verbosity", "speed", "cache_control", "container", "betas", "background", "inference_geo", "mcp_servers"],
  ...["prompt_cache_retention", "prompt_cache_options", "type"],
]);
