import type { AnswerError } from "../result/answer.ts";
import type { Routing } from "../result/routing.ts";

/** Facts about a request other than its result. */
export type CallFacts = {
  generationId?: string;
  requestId?: string;
  routing?: Routing;
  /** Absent if the response has no cost; then the ledger is read. */
  costUsd?: number;
};

/** One request of a mode, from its start. `result` may exist, and grow, before the request ends. */
export type MediaCall<Result> = CallFacts & {
  status: "running" | "done" | "stopped" | "failed";
  /** The user's choice. */
  model: string;
  /** Times on the page's clock (`performance.now()`). */
  startedMs: number;
  endedMs?: number;
  result?: Result;
  error?: AnswerError;
};

/** The context of a mode's `ask`: how to call, and how to report results. Reports after the end are ignored. */
export type Live<Result> = {
  workspace: string;
  /** Aborted by Stop, and when the page is left. */
  signal: AbortSignal;
  report: (facts: CallFacts) => void;
  /** Shows a partial result. */
  show: (result: Result) => void;
};
