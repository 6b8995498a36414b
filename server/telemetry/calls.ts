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
import type { Instruments } from "./instruments.ts";
import { operationName, providerName } from "./names.ts";
import type { OpenCall } from "./open-call.ts";
import type { CallRow, CallStart, CallTrace } from "./telemetry.ts";
import { startTool } from "./tools.ts";

/** Names longer than this are cut: callers choose them. */
const LONGEST_NAME = 256;
/** The provider of a call that none was chosen for. */
const NO_PROVIDER = "switchboard";

/** Returns a function that starts the trace of a call. Without a tracer it only records metrics, and vice versa. */
export function createCalls(tracer: Tracer | undefined, instruments: Instruments | undefined) {
  return (start: CallStart): CallTrace => {
    const caller = traceContextOf(start.headers);
    const operation = operationName(start.operation);
    const offsetMs = Date.now() - performance.now();
    const span = tracer && sampledSpan(tracer, start, operation, caller, offsetMs + start.arrivedMs);
    const context = span && trace.setSpan(ROOT_CONTEXT, span);
    return callTrace({ operation, caller, tracer, span, context, instruments, offsetMs }, start);
  };
}

function sampledSpan(
  tracer: Tracer,
  start: CallStart,
  operation: string,
  caller: TraceContext | undefined,
  startTime: number,
): Span | undefined {
  const parent = caller ? trace.setSpanContext(ROOT_CONTEXT, remoteContext(caller)) : ROOT_CONTEXT;
  const model = start.requestedModel.slice(0, LONGEST_NAME);
  const options = { kind: SpanKind.SERVER, startTime };
  const span = tracer.startSpan(`${operation} ${model}`, options, parent);
  if (!span.isRecording()) return undefined;
  return span.setAttributes({
    "gen_ai.operation.name": operation,
    "gen_ai.request.model": model,
    "gen_ai.request.stream": start.streamed,
    "switchboard.operation": start.operation,
  });
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
  const once = (end: () => void) => {
    if (!hasEnded) end();
    hasEnded = true;
  };
  return {
    ...partsOf(call),
    end: (row) => once(() => endCall(call, row, secondsSince(arrivedMs))),
    fail: (status) => once(() => failCall(call, status, secondsSince(arrivedMs))),
  };
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

function endCall(call: OpenCall, row: CallRow, seconds: number): void {
  const { span, instruments, operation } = call;
  span?.setAttributes(callAttributes(row));
  endSpan(call, span, row.status, SERVER_ERROR);
  if (!instruments) return;
  const provider = row.provider ? providerName(row.provider) : NO_PROVIDER;
  const { labels, input, output } = instruments.series(operation, provider, row.model, row.status);
  const tokens = tokensOf(row);
  instruments.requestSeconds.record(seconds, labels);
  if (row.firstTokenMs !== null) instruments.firstTokenSeconds.record(row.firstTokenMs / 1000, labels);
  if (tokens.input > 0) instruments.tokens.record(tokens.input, input);
  if (tokens.output > 0) instruments.tokens.record(tokens.output, output);
}

function failCall(call: OpenCall, status: number, seconds: number): void {
  const { span, instruments, operation } = call;
  span?.setAttributes(statusAttributes(status));
  endSpan(call, span, status, SERVER_ERROR);
  instruments?.requestSeconds.record(seconds, instruments.series(operation, NO_PROVIDER, null, status).labels);
}

function partsOf(call: OpenCall): Pick<CallTrace, "startAttempt" | "startTool" | "nested"> {
  return {
    startAttempt: (start) => startAttempt(call, start),
    startTool: (tool) => startTool(call, tool),
    nested(operation) {
      const inner = { ...call, operation: operationName(operation) };
      return { ...partsOf(inner), end: () => undefined, fail: () => undefined };
    },
  };
}
