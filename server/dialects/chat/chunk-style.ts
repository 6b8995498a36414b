import { isRecord } from "#lib/is-record.ts";
import type { Body, DialectEvent } from "../dialect.ts";
import { omitUndefined, textOf } from "../read-field.ts";
import { errorTypeOf, statusOf } from "../stream-failure.ts";

/**
 * What a client's parser requires of chunks. `bare-errors`: it ignores the error of a chunk that also has choices.
 * `first-choices`: it also reads the first choice of every chunk that has no error. `strict`: it throws on a chunk
 * without choices, on a non-numeric error code, and on a null usage.
 */
export type ChunkStyle = "bare-errors" | "first-choices" | "strict";

/** State from earlier chunks of a stream; start each stream with an empty object. */
export type ChunkState = { head?: Body };

/** Returns a chunk, ours or an upstream's, in a form that a parser of this style can read completely. */
export function withChunkStyle(event: DialectEvent, style: ChunkStyle, state: ChunkState): DialectEvent {
  const { data } = event;
  if (!isRecord(data)) return event;
  if (style === "strict") return { data: strictChunk(data, state) };
  if (isRecord(data.error)) return { data: omitUndefined({ ...data, choices: undefined }) };
  return style === "first-choices" ? { data: withChoice(data) } : event;
}

/** Returns a chunk that has only usage with a choice that says nothing. */
function withChoice(data: Body): Body {
  if (!Array.isArray(data.choices) || data.choices.length > 0) return data;
  return { ...data, choices: [{ index: 0, delta: {}, finish_reason: null }] };
}

function strictChunk(data: Body, state: ChunkState): Body {
  if (isRecord(data.error)) return failedChunk(data, data.error, state);
  state.head ??= data;
  return data.usage === null ? omitUndefined({ ...data, usage: undefined }) : data;
}

function failedChunk(data: Body, error: Body, { head = {} }: ChunkState): Body {
  const code = statusOf(error);
  return {
    id: textOf(head.id) ?? "",
    object: "chat.completion.chunk",
    created: head.created ?? 0,
    model: textOf(head.model) ?? "",
    choices: [{ index: 0, delta: { content: "" }, finish_reason: "error", logprobs: null }],
    ...data,
    error: {
      code,
      message: textOf(error.message) ?? "The provider's stream failed",
      metadata: { error_type: errorTypeOf(code) },
    },
  };
}
