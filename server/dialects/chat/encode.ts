import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext, Encoder, TerminalError } from "../dialect.ts";
import { errorTypeOf, failureOf, interrupted } from "../stream-failure.ts";
import { chunkStream, emitError, emitFinish, emitTrailer } from "./chunk-stream.ts";
import { finishCalls } from "./encode-call.ts";
import { encodePart } from "./encode-part.ts";
import { messageState } from "./message-state.ts";
import { usageBlock } from "./usage.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/** Renders neutral parts as chat completion chunks. Nothing is sent before the first content or the end. */
export function encoder(context: EncodeContext): Encoder {
  const stream = chunkStream(context);
  const state = messageState(context);
  let ended = false;

  const take = (): DialectEvent[] => stream.chunks.splice(0).map((data) => ({ data }));
  const end = (): DialectEvent[] => {
    ended = true;
    return [...take(), { data: "[DONE]" }];
  };
  const fail = (error: TerminalError): DialectEvent[] => {
    if (ended) return [];
    emitError(stream, errorObject(error));
    return end();
  };
  const finish = (part: Finish): DialectEvent[] => {
    const { unified, raw } = part.finishReason;
    if (unified === "interrupted") return fail(interrupted);
    if (unified === "error") return fail(failureOf(raw));
    finishCalls(stream, state, unified === "length");
    emitFinish(stream, finishReason(unified, state.calls.size > 0), raw);
    const usage = usageBlock(part.usage, context);
    emitTrailer(stream, usage ? { usage } : {});
    return end();
  };
  const encode = (part: LanguageModelV4StreamPart): DialectEvent[] => {
    if (ended) return [];
    if (part.type === "error") return fail(failureOf(part.error));
    if (part.type === "finish") return finish(part);
    encodePart(stream, state, part);
    return take();
  };
  return { encode, fail };
}

/** Some upstreams stop for a tool call and only say that they stopped; clients wait for the word. */
function finishReason(unified: Finish["finishReason"]["unified"], hasCalls: boolean): string {
  if (unified === "length") return "length";
  if (unified === "content-filter") return "content_filter";
  return unified === "tool-calls" || hasCalls ? "tool_calls" : "stop";
}

function errorObject({ status, message, metadata }: TerminalError) {
  return { code: status, message, metadata: { error_type: errorTypeOf(status), ...metadata } };
}
