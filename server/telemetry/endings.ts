import { type Span, SpanStatusCode } from "@opentelemetry/api";

/** From this status on a span is an error: a client's span for any rejection, a server's only for its own failures. */
export const CLIENT_ERROR = 400;
export const SERVER_ERROR = 500;

export function endSpan(
  { offsetMs }: { offsetMs: number },
  span: Span | undefined,
  status: number,
  errorFrom: number,
): void {
  if (!span) return;
  // Without a message: it may quote a prompt.
  if (status >= errorFrom) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(offsetMs + performance.now());
}
