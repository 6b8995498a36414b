import { type Attributes, type Span, SpanKind } from "@opentelemetry/api";
import type { TraceHeaders } from "#server/caller/trace-context.ts";
import { CLIENT_ERROR, endSpan } from "./endings.ts";
import { providerName } from "./names.ts";
import type { OpenCall, SampledCall } from "./open-call.ts";
import type { AttemptEnd, AttemptStart, AttemptTrace } from "./telemetry.ts";

/** Starts an attempt: a client span if its request is sampled. */
export function startAttempt(call: OpenCall, start: AttemptStart): AttemptTrace {
  const startedMs = performance.now();
  const provider = providerName(start.provider);
  const span = call.sampled && spanOf(call.sampled, call.operation, start, provider, startedMs);
  let upstreamStatus: number | undefined;
  let hasEnded = false;
  return {
    headers: () => (span ? headersOf(span, call.caller?.headers.tracestate) : call.caller?.headers),
    responded(status) {
      upstreamStatus = status;
    },
    end(end) {
      if (hasEnded) return;
      hasEnded = true;
      const status = end.failure ?? 200;
      if (call.sampled && span) {
        span.setAttributes(endAttributes(end, startedMs, upstreamStatus));
        endSpan(span, status, CLIENT_ERROR, call.sampled.offsetMs);
      }
      if (!call.series) return;
      const { attemptSeconds } = call.series(call.operation, provider, start.model, status);
      attemptSeconds.record((performance.now() - startedMs) / 1000);
    },
  };
}

function spanOf(
  { tracer, context, offsetMs }: SampledCall,
  operation: string,
  start: AttemptStart,
  provider: string,
  startedMs: number,
): Span {
  const attributes = {
    "gen_ai.operation.name": operation,
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": start.model,
    ...serverOf(start.baseUrl),
  };
  const options = { kind: SpanKind.CLIENT, startTime: offsetMs + startedMs, attributes };
  return tracer.startSpan(`${operation} ${start.model}`, options, context);
}

const DEFAULT_PORTS: Record<string, number> = { "http:": 80, "https:": 443 };

/** Returns the address attributes of an upstream; none for local models, which have no address. */
function serverOf(baseUrl: string): Attributes {
  const url = URL.parse(baseUrl);
  const port = url && (Number(url.port) || DEFAULT_PORTS[url.protocol]);
  return url && port ? { "server.address": url.hostname, "server.port": port } : {};
}

function headersOf(span: Span, tracestate: string | undefined): TraceHeaders {
  const { traceId, spanId, traceFlags } = span.spanContext();
  const flags = traceFlags.toString(16).padStart(2, "0");
  return { traceparent: `00-${traceId}-${spanId}-${flags}`, ...(tracestate && { tracestate }) };
}

function endAttributes(end: AttemptEnd, startedMs: number, upstreamStatus: number | undefined): Attributes {
  const { failure, firstContentMs, upstreamId, upstreamModel, finish } = end;
  return {
    ...(upstreamStatus !== undefined && { "http.response.status_code": upstreamStatus }),
    ...(failure !== undefined && { "error.type": String(failure) }),
    ...(firstContentMs !== undefined && {
      "gen_ai.response.time_to_first_chunk": Math.max(0, firstContentMs - startedMs) / 1000,
    }),
    ...(upstreamId && { "gen_ai.response.id": upstreamId }),
    ...(upstreamModel && { "gen_ai.response.model": upstreamModel }),
    ...(finish && { "gen_ai.response.finish_reasons": [finish] }),
  };
}
