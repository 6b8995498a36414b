import { isRecord } from "#lib/is-record.ts";
import type { Block } from "../../exchange/json.ts";

/** Requests usage in a chat stream, whatever the caller set, so that costs need not be estimated. */
export function withStreamUsage(body: Block): Block {
  if (body.stream !== true) return body;
  const options = isRecord(body.stream_options) ? body.stream_options : {};
  return { ...body, stream_options: { ...options, include_usage: true } };
}

/** Turns off storage: the API keeps no response, and the upstream stores by default. */
export function withoutStore(body: Block): Block {
  return { ...body, store: false };
}

/**
 * Renames the output limit: OpenAI's reasoning models reject the older name, and all models accept the newer one, but
 * not both.
 */
export function withCompletionLimit(body: Block): Block {
  if (body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: rest.max_completion_tokens ?? max_tokens };
}
