import { type Span, SpanStatusCode } from "@opentelemetry/api";

/**
 * Lowest status that makes a span an error: for a client's span any rejection, for a server's only its own failures.
 */
export const CLIENT_ERROR = 400;
export const SERVER_ERROR = 500;

/** Ends a span now. `errorFrom`: statuses that make it an error. */
export function endSpan(span: Span, status: number, errorFrom: number, offsetMs: number): void {
  // Without a message: it may quote a prompt.
  if (status >= errorFrom) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(offsetMs + performance.now());
}
