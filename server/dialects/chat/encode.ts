import { errorType } from "#server/errors.ts";
import type { EncodeContext, Encoder, FinishPart, TerminalError } from "../dialect.ts";
import { endingEncoder } from "../ending-encoder.ts";
import { isPaused } from "../pause.ts";
import { refusalOf } from "../refusal.ts";
import { errorTypeOf } from "../stream-failure.ts";
import { type ChunkStream, chunkStream, emitDelta, emitError, emitFinish, emitTrailer } from "./chunk-stream.ts";
import { finishCalls } from "./encode-call.ts";
import { encodePart } from "./encode-part.ts";
import { messageState } from "./message-state.ts";
import { usageBlock } from "./usage.ts";

/**
 * Encodes neutral parts as chat completion chunks. Sends nothing before the first content or the end of the response.
 */
export function encoder(context: EncodeContext): Encoder {
  const stream = chunkStream(context);
  const state = messageState(context);
  return endingEncoder({
    events: stream.chunks,
    writePart: (part) => encodePart(stream, state, part),
    writeFinish(part) {
      const { unified, raw } = part.finishReason;
      finishCalls(stream, state, unified === "length");
      emitRefusal(stream, part);
      emitFinish(stream, finishReason(part, state.calls.size > 0), raw);
      if (raw && isPaused(raw)) context.dropped?.(raw);
      const usage = usageBlock(part.usage, context);
      emitTrailer(stream, usage ? { usage } : {});
    },
    writeError: (error) => emitError(stream, errorObject(error)),
  });
}

function emitRefusal(stream: ChunkStream, part: FinishPart): void {
  const refusal = refusalOf(part);
  if (!refusal) return;
  emitDelta(stream, { refusal: refusal.explanation });
  for (const name of refusal.otherDetails) stream.context.dropped?.(`stop_details ${name}`);
}

/** Returns the finish reason. Some upstreams report only a stop after a tool call; clients wait for `tool_calls`. */
function finishReason({ finishReason: { unified, raw } }: FinishPart, hasCalls: boolean): string {
  // This dialect has no finish reason for a pause; `stop` would mark the response as complete.
  if (unified === "length" || isPaused(raw)) return "length";
  if (unified === "content-filter") return "content_filter";
  return unified === "tool-calls" || hasCalls ? "tool_calls" : "stop";
}

function errorObject({ status, message, metadata }: TerminalError) {
  // `@ai-sdk/groq` reads no error without a type.
  return { code: status, type: errorType(status), message, metadata: { error_type: errorTypeOf(status), ...metadata } };
}
