import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext, Encoder, TerminalError } from "../dialect.ts";
import { isPaused } from "../pause.ts";
import { refusalOf } from "../refusal.ts";
import { errorTypeOf, failureOf, interrupted } from "../stream-failure.ts";
import { type ChunkStream, chunkStream, emitDelta, emitError, emitFinish, emitTrailer } from "./chunk-stream.ts";
import { finishCalls } from "./encode-call.ts";
import { encodePart } from "./encode-part.ts";
import { messageState } from "./message-state.ts";
import { usageBlock } from "./usage.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/**
 * Encodes neutral parts as chat completion chunks. Sends nothing before the first content or the end of the response.
 */
export function encoder(context: EncodeContext): Encoder {
  const stream = chunkStream(context);
  const state = messageState(context);
  let hasEnded = false;
  let hasFailed = false;

  const take = (): DialectEvent[] => stream.chunks.splice(0).map((data) => ({ data }));
  const end = (): DialectEvent[] => {
    hasEnded = true;
    return [...take(), { data: "[DONE]" }];
  };
  const fail = (error: TerminalError): DialectEvent[] => {
    if (hasFailed) return [];
    hasFailed = true;
    emitError(stream, errorObject(error));
    return end();
  };
  const finish = (part: Finish): DialectEvent[] => {
    const { unified, raw } = part.finishReason;
    if (unified === "interrupted") return fail(interrupted);
    if (unified === "error") return fail(failureOf(raw));
    finishCalls(stream, state, unified === "length");
    emitRefusal(stream, part);
    emitFinish(stream, finishReason(part, state.calls.size > 0), raw);
    if (raw && isPaused(raw)) context.dropped?.(raw);
    const usage = usageBlock(part.usage, context);
    emitTrailer(stream, usage ? { usage } : {});
    return end();
  };
  const encode = (part: LanguageModelV4StreamPart): DialectEvent[] => {
    if (hasEnded) return [];
    if (part.type === "error") return fail(failureOf(part.error));
    if (part.type === "finish") return finish(part);
    encodePart(stream, state, part);
    return take();
  };
  return { encode, fail };
}

function emitRefusal(stream: ChunkStream, part: Finish): void {
  const refusal = refusalOf(part);
  if (!refusal) return;
  emitDelta(stream, { refusal: refusal.explanation });
  for (const name of refusal.otherDetails) stream.context.dropped?.(`stop_details ${name}`);
}

/** Returns the finish reason. Some upstreams report only a stop after a tool call; clients wait for `tool_calls`. */
function finishReason({ finishReason: { unified, raw } }: Finish, hasCalls: boolean): string {
  // This dialect has no finish reason for a pause; `stop` would mark the response as complete.
  if (unified === "length" || isPaused(raw)) return "length";
  if (unified === "content-filter") return "content_filter";
  return unified === "tool-calls" || hasCalls ? "tool_calls" : "stop";
}

function errorObject({ status, message, metadata }: TerminalError) {
  return { code: status, message, metadata: { error_type: errorTypeOf(status), ...metadata } };
}
