import type { EncodeContext, Encoder, FinishPart, TerminalError } from "#server/dialects/dialect.ts";
import { endingEncoder } from "#server/dialects/ending-encoder.ts";
import { isPaused } from "#server/dialects/pause.ts";
import { refusalOf } from "#server/dialects/refusal.ts";
import { endResponse, failResponse, type ResponseStream, responseStream } from "../response-stream.ts";
import { usageBlock } from "../usage.ts";
import { encodePart } from "./encode-part.ts";
import { finishAll, openParts } from "./open-parts.ts";
import { addRefusal } from "./refusal-item.ts";

/**
 * Encodes neutral parts as events of the Responses API. Sends nothing before the first content or the end of the
 * response.
 */
export function encoder(context: EncodeContext): Encoder {
  const stream = responseStream(context);
  const parts = openParts();
  return endingEncoder({
    events: stream.events,
    writePart: (part) => encodePart(stream, parts, part),
    writeFinish(part) {
      const reason = incompleteReason(part);
      finishAll(stream, parts, reason ? "incomplete" : "completed");
      emitRefusal(stream, part);
      finishResponse(stream, part, reason);
    },
    writeError: (error) => failResponse(stream, errorObject(error)),
  });
}

function emitRefusal(stream: ResponseStream, part: FinishPart): void {
  const refusal = refusalOf(part);
  if (!refusal) return;
  addRefusal(stream, refusal.explanation);
  for (const name of refusal.otherDetails) stream.context.dropped?.(`stop_details ${name}`);
}

function finishResponse(stream: ResponseStream, part: FinishPart, reason: string | undefined): void {
  const usage = usageBlock(part.usage, stream.context);
  if (reason)
    endResponse(stream, "response.incomplete", { status: "incomplete", usage, incomplete_details: { reason } });
  else endResponse(stream, "response.completed", { status: "completed", usage });
}

function incompleteReason({ finishReason }: FinishPart): string | undefined {
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
