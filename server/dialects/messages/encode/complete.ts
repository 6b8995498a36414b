import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";

const MESSAGE_KEYS = ["stop_reason", "stop_sequence", "stop_details", "container", "context_management", "provider"];
const DELTA_KEYS = ["stop_sequence", "stop_details", "container"];
const USAGE_KEYS = [
  ...["cache_creation", "cache_creation_input_tokens", "cache_read_input_tokens", "inference_geo"],
  ...["output_tokens_details", "server_tool_use", "service_tier"],
];

/**
 * Adds missing keys and the provider's name to a message, or to the event that starts or ends one. Changes it in place;
 * returns whether anything was added.
 */
export function complete(body: Body, provider: string): boolean {
  const message = body.type === "message_start" ? body.message : body;
  if (isRecord(message) && message.type === "message") {
    message.provider = provider;
    fillMessage(message);
    return true;
  }
  return body.type === "message_delta" && isRecord(body.delta) && fill(body.delta, DELTA_KEYS);
}

/** Adds a message's missing keys as null. */
export function fillMessage(message: Body): void {
  if (!isRecord(message.usage)) message.usage = { input_tokens: 0, output_tokens: 0 };
  fill(message, MESSAGE_KEYS);
  fill(message.usage as Body, USAGE_KEYS);
}

function fill(record: Body, keys: readonly string[]): boolean {
  const missing = keys.filter((key) => record[key] === undefined);
  for (const key of missing) record[key] = null;
  return missing.length > 0;
}
