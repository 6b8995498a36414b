import { type Block, isBlock } from "../exchange/json.ts";

/** Asks a chat stream for its usage, whatever the caller says of it: a cost is not to be guessed. */
export function withStreamUsage(body: Block): Block {
  if (body.stream !== true) return body;
  const options = isBlock(body.stream_options) ? body.stream_options : {};
  return { ...body, stream_options: { ...options, include_usage: true } };
}

/** The API keeps no response, so neither may the upstream, which stores by default. */
export function withoutStore(body: Block): Block {
  return { ...body, store: false };
}

/** The vendor's chat takes the effort alone, by another name, where this API's `reasoning` object says it. */
export function withReasoningEffort(body: Block): Block {
  if (!isBlock(body.reasoning)) return body;
  const { reasoning, ...rest } = body;
  const { effort } = reasoning as Block;
  return typeof effort === "string" && rest.reasoning_effort === undefined
    ? { ...rest, reasoning_effort: effort }
    : rest;
}

/** The vendor's reasoning models refuse the older name of the limit; all its models take the newer one, but not both. */
export function withCompletionLimit(body: Block): Block {
  if (body.max_tokens === undefined) return body;
  const { max_tokens, ...rest } = body;
  return { ...rest, max_completion_tokens: rest.max_completion_tokens ?? max_tokens };
}
