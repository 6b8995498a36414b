import type { Context, Span, Tracer } from "@opentelemetry/api";
import type { TraceContext } from "#server/caller/trace-context.ts";
import type { FindSeries } from "./series.ts";

/** A request while it runs. `sampled` is undefined if it has no spans, `series` without metrics. */
export type OpenCall = {
  operation: string;
  caller: TraceContext | undefined;
  series: FindSeries | undefined;
  sampled?: SampledCall;
};

export type SampledCall = {
  tracer: Tracer;
  span: Span;
  context: Context;
  /**
   * Added to a time of `performance.now()`, gives Unix milliseconds. The same for all spans of a request: the SDK would
   * take a new one for each, and a child could end after its parent.
   */
  offsetMs: number;
};
