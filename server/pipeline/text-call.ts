import type { Body, Dialect, DialectEvent } from "#server/dialects/dialect.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { Candidate } from "./candidate.ts";
import type { Reading } from "./reading.ts";
import type { Watch } from "./watch.ts";

/** What every attempt of one text call shares. */
export type TextCall = {
  gateway: Gateway;
  dialect: Dialect;
  /** The caller's body, guarded. */
  body: Body;
  /** What guardrails ask about the texts of the call; undefined when they ask nothing. */
  guard: Guard | undefined;
  streamed: boolean;
  /** Generation id. */
  id: string;
  /** Unix seconds. */
  createdAt: number;
  /** Makes the change that events get on their way to the caller, one for each attempt; undefined when they pass as they are. */
  rewriter?: () => Rewrite;
  /** The caller's headers. */
  headers: Headers;
  /** Routing metadata to add to the reply, under the key the caller asked for; undefined when it did not. */
  trailer(attempt: TextAttempt): Body | undefined;
};

export type Rewrite = (event: DialectEvent) => DialectEvent[];

/** One try of a candidate. `startedMs`: `performance.now()` at its start. */
export type TextAttempt = { candidate: Candidate; watch: Watch; reading: Reading; startedMs: number };

/** What the money asks of a stream while it passes. */
export type StreamMoney = {
  /** The answer is over, and its last bytes have not yet gone to the caller. Called once. */
  settle(): void;
  /** Room for what has been written so far; rejects with an UpstreamError of 402 when the limits have none. */
  grow(reading: Reading): Promise<void> | undefined;
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
