import type { Principal } from "#server/caller/principal.ts";
import type { Dialect } from "#server/dialects/dialect.ts";
import type { AttemptState } from "./attempts/attempt-state.ts";
import type { Attempt, ModelCall } from "./model-call.ts";
import type { ApprovalOutcome } from "./server-tools/approval-outcome.ts";
import type { RequestedTools } from "./server-tools/requested-tools.ts";
import type { ToolOutcome } from "./server-tools/server-tool.ts";
import type { ToolServices } from "./server-tools/tool-services.ts";

/** What all attempts of one text request share. */
export type TextCall = ModelCall & {
  dialect: Dialect;
  principal: Principal;
  /** The operations that server tools use. */
  services: ToolServices;
  /** The server tools that the request names; undefined if there are none. */
  serverTools?: RequestedTools;
  /** The results of searches before the model's response, by the field that requested each. */
  searched?: Map<string, ToolOutcome>;
  /** The decided calls and their outcomes, which all attempts at the response share. */
  approved?: Promise<readonly ApprovalOutcome[]>;
};

export type TextAttempt = Attempt;

/** The billing hooks of a stream. */
export type StreamMoney = {
  /** Settles the request: the response is over, and its last bytes are not yet sent. Called once. */
  settle(): void;
  isSettled(): boolean;
  /**
   * Extends the reservation to cover the text so far. Rejects with an UpstreamError of 402 if the limits are exhausted.
   */
  grow(state: AttemptState): Promise<void> | undefined;
};

/** Writes stream text to the caller; resolves when more may be written. */
export type Write = (chunk: Uint8Array | string) => Promise<void> | void;

/** A stream whose first content has arrived. */
export type OpenedStream = {
  /**
   * Passes everything on until the response ends. Never rejects: a failure is sent to the caller in its dialect and
   * stored in the attempt state.
   */
  pipe(write: Write, money: StreamMoney): Promise<void>;
};
