import type { AnswerError } from "../result/answer.ts";
import type { Routing } from "../result/routing.ts";

/** What the gateway tells of a call beside its result. */
export type Told = {
  generationId?: string;
  requestId?: string;
  routing?: Routing;
  /** Absent where the reply names no cost: then the ledger is asked. */
  costUsd?: number;
};

/** One call of a mode, from its start on. `result` may be there, and grow, before the call is over. */
export type MediaCall<Result> = Told & {
  status: "running" | "done" | "stopped" | "failed";
  /** As the person chose it. */
  model: string;
  /** Times on the page's clock (`performance.now()`). */
  startedMs: number;
  endedMs?: number;
  result?: Result;
  error?: AnswerError;
};

/** What a mode's `ask` is given: how to call, and how to say what has come. Nothing said after the end is heard. */
export type Live<Result> = {
  workspace: string;
  /** Aborted by Stop, and when the page is left. */
  signal: AbortSignal;
  tell: (told: Told) => void;
  /** Shows what there is of the result before it is whole. */
  show: (result: Result) => void;
};
