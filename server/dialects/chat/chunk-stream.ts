import type { Body, EncodeContext } from "../dialect.ts";

/** The state of one response: the chunks that were not yet sent, and whether the first one was created. */
export type ChunkStream = { context: EncodeContext; chunks: Body[]; started: boolean };

export function chunkStream(context: EncodeContext): ChunkStream {
  return { context, chunks: [], started: false };
}

/** Adds a piece of the message; the first one sets the role. */
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

/** Adds a chunk without choices for the usage and the context's extra fields. */
export function emitTrailer(stream: ChunkStream, fields: Body): void {
  stream.chunks.push({ ...chunk(stream, []), ...fields, ...stream.context.trailer?.() });
}

/** Adds the error chunk: clients throw on its top-level error. */
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
    // The published clients require this key in chunks, as a string; the gateway has no backend build to name.
    system_fingerprint: "",
    choices,
  };
}
