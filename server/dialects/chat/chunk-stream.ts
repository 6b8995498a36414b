import type { Body, EncodeContext } from "../dialect.ts";

/** The state of one reply: the chunks that wait to be taken, and whether the first one was made. */
export type ChunkStream = { context: EncodeContext; chunks: Body[]; started: boolean };

export function chunkStream(context: EncodeContext): ChunkStream {
  return { context, chunks: [], started: false };
}

/** Adds a piece of the message; the first one says who speaks. */
export function emitDelta(stream: ChunkStream, delta: Body): void {
  const first = stream.started ? {} : { role: "assistant", content: "" };
  stream.started = true;
  stream.chunks.push(chunk(stream, [{ index: 0, delta: { ...first, ...delta }, finish_reason: null, logprobs: null }]));
}

export function emitFinish(stream: ChunkStream, reason: string, native: string | undefined): void {
  if (!stream.started) emitDelta(stream, {});
  const choice = { index: 0, delta: {}, finish_reason: reason, native_finish_reason: native ?? null, logprobs: null };
  stream.chunks.push(chunk(stream, [choice]));
}

/** A chunk without choices, for the usage and what the context has to add. */
export function emitTrailer(stream: ChunkStream, fields: Body): void {
  stream.chunks.push({ ...chunk(stream, []), ...fields, ...stream.context.trailer?.() });
}

/** The chunk that tells a failure: clients throw on the top-level error. */
export function emitError(stream: ChunkStream, error: Body): void {
  const choice = { index: 0, delta: { content: "" }, finish_reason: "error", logprobs: null };
  stream.chunks.push({ ...chunk(stream, [choice]), error, ...stream.context.trailer?.() });
}

function chunk({ context }: ChunkStream, choices: Body[]): Body {
  return {
    id: context.id,
    object: "chat.completion.chunk",
    created: context.createdAt,
    model: context.model,
    // The published clients want the key, as a string in chunks; there is no backend build to name.
    system_fingerprint: "",
    choices,
  };
}
