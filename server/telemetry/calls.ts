import {
  createTraceState,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  TraceFlags,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import { type TraceContext, traceContextOf } from "#server/caller/trace-context.ts";
import { startAttempt } from "./attempts.ts";
import { callAttributes, statusAttributes, tokensOf } from "./call-attributes.ts";
import { endSpan, SERVER_ERROR } from "./endings.ts";
import { operationName, providerName } from "./names.ts";
import type { OpenCall } from "./open-call.ts";
import type { Sampler } from "./sampler.ts";
import type { FindSeries } from "./series.ts";
import type { CallRow, CallStart, CallTrace } from "./telemetry.ts";
import { startTool } from "./tools.ts";

/** Names longer than this are cut: callers choose them. */
const MAX_NAME_LENGTH = 256;
/** The provider of a request for which none was chosen. */
const NO_PROVIDER = "switchboard";

/** The tracer that creates spans, and the sampler that decides which requests have them. */
export type Tracing = { tracer: Tracer; isSampled: Sampler };

/** Returns a function that starts the trace of a call. Without tracing it only records metrics, and vice versa. */
export function createCalls(tracing: Tracing | undefined, series: FindSeries | undefined) {
  return (start: CallStart): CallTrace => {
    const caller = traceContextOf(start.headers);
    const operation = operationName(start.operation);
    if (!tracing?.isSampled(caller)) return callTrace({ operation, caller, series }, start);
    const offsetMs = Date.now() - performance.now();
    const span = startSpan(tracing.tracer, start, operation, caller, offsetMs + start.arrivedMs);
    const context = trace.setSpan(ROOT_CONTEXT, span);
    const sampled = { tracer: tracing.tracer, span, context, offsetMs };
    return callTrace({ operation, caller, series, sampled }, start);
  };
}

function startSpan(
  tracer: Tracer,
  start: CallStart,
  operation: string,
  caller: TraceContext | undefined,
  startTime: number,
): Span {
  const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, remoteContext(caller)) : ROOT_CONTEXT;
  const model = start.requestedModel.slice(0, MAX_NAME_LENGTH);
  const attributes = {
    "gen_ai.operation.name": operation,
    "gen_ai.request.model": model,
    "gen_ai.request.stream": start.streamed,
    "switchboard.operation": start.operation,
  };
  return tracer.startSpan(`${operation} ${model}`, { kind: SpanKind.SERVER, startTime, attributes }, parent);
}

function remoteContext({ traceId, spanId, isSampled, headers: { tracestate } }: TraceContext) {
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return {
    traceId,
    spanId,
    traceFlags,
    isRemote: true,
    ...(tracestate && { traceState: createTraceState(tracestate) }),
  };
}

function callTrace(call: OpenCall, { arrivedMs }: CallStart): CallTrace {
  let hasEnded = false;
  return {
    startAttempt: (start) => startAttempt(call, start),
    startTool: (tool) => startTool(call, tool),
    nested: (operation) => nestedTrace(call, operation),
    end(row) {
      if (!hasEnded) endCall(call, row, secondsSince(arrivedMs));
      hasEnded = true;
    },
    fail(status) {
      if (!hasEnded) failCall(call, status, secondsSince(arrivedMs));
      hasEnded = true;
    },
  };
}

function nestedTrace(outer: OpenCall, operation: string): CallTrace {
  const call = { ...outer, operation: operationName(operation) };
  return {
    startAttempt: (start) => startAttempt(call, start),
    startTool: (tool) => startTool(call, tool),
    nested: (inner) => nestedTrace(call, inner),
    end: () => undefined,
    fail: () => undefined,
  };
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

function endCall({ sampled, series, operation }: OpenCall, row: CallRow, seconds: number): void {
  if (sampled) {
    sampled.span.setAttributes(callAttributes(row));
    endSpan(sampled.span, row.status, SERVER_ERROR, sampled.offsetMs);
  }
  if (!series) return;
  const provider = row.provider ? providerName(row.provider) : NO_PROVIDER;
  const points = series(operation, provider, row.model, row.status);
  const tokens = tokensOf(row);
  points.requestSeconds.record(seconds);
  if (row.firstTokenMs !== null) points.firstTokenSeconds.record(row.firstTokenMs / 1000);
  if (tokens.input > 0) points.inputTokens.record(tokens.input);
  if (tokens.output > 0) points.outputTokens.record(tokens.output);
}

function failCall({ sampled, series, operation }: OpenCall, status: number, seconds: number): void {
  if (sampled) {
    sampled.span.setAttributes(statusAttributes(status));
    endSpan(sampled.span, status, SERVER_ERROR, sampled.offsetMs);
  }
  series?.(operation, NO_PROVIDER, null, status).requestSeconds.record(seconds);
}
