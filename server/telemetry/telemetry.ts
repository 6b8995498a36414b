import type { CallerHeaders } from "#server/caller/caller-headers.ts";
import type { TraceHeaders } from "#server/caller/trace-context.ts";
import type { GenerationRow } from "#server/data/generations.ts";

/**
 * OpenTelemetry traces and metrics of model requests, in the GenAI semantic conventions. Times are of
 * `performance.now()`.
 */
export type Telemetry = {
  startCall(start: CallStart): CallTrace;
  /** Exports the rest, in a few seconds at most. Never rejects. */
  close(): Promise<void>;
};

/** `operation`: the endpoint's id. */
export type CallStart = {
  operation: string;
  requestedModel: string;
  streamed: boolean;
  headers: CallerHeaders;
  arrivedMs: number;
};

/** One model request: a server span if it is sampled, and its metrics. The first `end` or `fail` ends it. */
export type CallTrace = {
  startAttempt(start: AttemptStart): AttemptTrace;
  startTool(tool: ToolStart): ToolTrace;
  /** Returns the trace of a request that is a part of this one: its attempts belong to this request's span. */
  nested(operation: string): CallTrace;
  /** Ends the request with its ledger row. */
  end(row: CallRow): void;
  /** Ends a request that has no ledger row, because it was rejected before its first attempt or a bug stopped it. */
  fail(status: number): void;
};

/** `model`: the upstream name. */
export type AttemptStart = { provider: string; model: string; baseUrl: string };

/** The ledger row of a request. */
export type CallRow = Omit<GenerationRow, "createdAt">;

/** One attempt at an upstream: a client span if its request is sampled, and its metrics. */
export type AttemptTrace = {
  /** Returns the trace headers for the upstream: those of this span, otherwise those of the caller's trace. */
  headers(): TraceHeaders | undefined;
  /** Notes the HTTP status of the upstream's response. */
  responded(status: number): void;
  /** Ends the attempt; does nothing if it has ended. */
  end(end: AttemptEnd): void;
};

/** `failure`: the status of an attempt that failed. */
export type AttemptEnd = {
  failure: number | undefined;
  firstContentMs: number | undefined;
  upstreamId: string | undefined;
  upstreamModel: string | undefined;
  finish: string | undefined;
};

/** `server`: the MCP server's slug or label, or the gateway itself. */
export type ToolStart = { name: string; server: string; callId: string };
export type ToolTrace = { end(isError: boolean): void };
