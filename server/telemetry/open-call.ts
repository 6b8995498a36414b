import type { Context, Span, Tracer } from "@opentelemetry/api";
import type { TraceContext } from "#server/caller/trace-context.ts";
import type { Instruments } from "./instruments.ts";

/** A call while it runs. `span` and `context` are undefined if it is not sampled, `instruments` without metrics. */
export type OpenCall = {
  operation: string;
  caller: TraceContext | undefined;
  tracer: Tracer | undefined;
  span: Span | undefined;
  context: Context | undefined;
  instruments: Instruments | undefined;
  /**
   * What makes a time of `performance.now()` Unix milliseconds. The same for all spans of a call: the SDK would take a
   * new one for each, and a child could end after its parent.
   */
  offsetMs: number;
};
