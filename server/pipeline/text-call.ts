import type { Dialect, DialectEvent } from "#server/dialects/dialect.ts";
import type { AttemptState } from "./attempts/attempt-state.ts";
import type { Attempt, ModelCall } from "./model-call.ts";

/** What every attempt of one text call shares. */
export type TextCall = ModelCall & {
  dialect: Dialect;
  /** Makes the change that events get on their way to the caller, one for each attempt; undefined when they pass as they are. */
  rewriter?: () => Rewrite;
};

export type Rewrite = (event: DialectEvent) => DialectEvent[];

export type TextAttempt = Attempt;

/** What the money asks of a stream while it passes. */
export type StreamMoney = {
  /** The answer is over, and its last bytes have not yet gone to the caller. Called once. */
  settle(): void;
  isSettled(): boolean;
  /** Room for what has been written so far; rejects with an UpstreamError of 402 when the limits have none. */
  grow(state: AttemptState): Promise<void> | undefined;
};

/** Takes stream text for the caller; resolves when more may come. */
export type Write = (chunk: Uint8Array | string) => Promise<void> | void;

/** An upstream whose first content has come. */
export type OpenedStream = {
  /**
   * Passes everything on until the answer is over. Never rejects: a failure is told to the caller
   * in its dialect and kept in the attempt's reading.
   */
  pipe(write: Write, money: StreamMoney): Promise<void>;
};
