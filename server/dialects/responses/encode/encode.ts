import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent, EncodeContext, Encoder, TerminalError } from "#server/dialects/dialect.ts";
import { isPaused } from "#server/dialects/pause.ts";
import { refusalOf } from "#server/dialects/refusal.ts";
import { failureOf, interrupted } from "#server/dialects/stream-failure.ts";
import { endResponse, failResponse, type ResponseStream, responseStream } from "../response-stream.ts";
import { usageBlock } from "../usage.ts";
import { encodePart } from "./encode-part.ts";
import { finishAll, openParts } from "./open-parts.ts";
import { addRefusal } from "./refusal-item.ts";

type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;

/**
 * Encodes neutral parts as events of the Responses API. Sends nothing before the first content or the end of the
 * response.
 */
export function encoder(context: EncodeContext): Encoder {
  const stream = responseStream(context);
  const parts = openParts();
  let hasEnded = false;
  let hasFailed = false;

  const take = (): DialectEvent[] => stream.events.splice(0).map((data) => ({ data }));
  const end = (): DialectEvent[] => {
    hasEnded = true;
    return [...take(), { data: "[DONE]" }];
  };
  const fail = (error: TerminalError): DialectEvent[] => {
    if (hasFailed) return [];
    hasFailed = true;
    failResponse(stream, errorObject(error));
    return end();
  };
  const finish = (part: Finish): DialectEvent[] => {
    if (part.finishReason.unified === "interrupted") return fail(interrupted);
    if (part.finishReason.unified === "error") return fail(failureOf(part.finishReason.raw));
    const reason = incompleteReason(part);
    finishAll(stream, parts, reason ? "incomplete" : "completed");
    emitRefusal(stream, part);
    finishResponse(stream, part, reason);
    return end();
  };
  const encode = (part: LanguageModelV4StreamPart): DialectEvent[] => {
    if (hasEnded) return [];
    if (part.type === "error") return fail(failureOf(part.error));
    if (part.type === "finish") return finish(part);
    encodePart(stream, parts, part);
    return take();
  };
  return { encode, fail };
}

function emitRefusal(stream: ResponseStream, part: Finish): void {
  const refusal = refusalOf(part);
  if (!refusal) return;
  addRefusal(stream, refusal.explanation);
  for (const name of refusal.otherDetails) stream.context.dropped?.(`stop_details ${name}`);
}

function finishResponse(stream: ResponseStream, part: Finish, reason: string | undefined): void {
  const usage = usageBlock(part.usage, stream.context);
  if (reason)
    endResponse(stream, "response.incomplete", { status: "incomplete", usage, incomplete_details: { reason } });
  else endResponse(stream, "response.completed", { status: "completed", usage });
}

function incompleteReason({ finishReason }: Finish): string | undefined {
  if (isPaused(finishReason.raw)) return finishReason.raw;
  if (finishReason.unified === "length") return "max_output_tokens";
  return finishReason.unified === "content-filter" ? "content_filter" : undefined;
}

function errorObject({ status, message, metadata }: TerminalError) {
  return { code: errorCode(status), message, ...(metadata && { metadata }) };
}

function errorCode(status: number): string {
  if (status === 429) return "rate_limit_exceeded";
  return status < 500 ? "invalid_prompt" : "server_error";
}
