import type { StopSignal } from "#server/stop-signal.ts";
import type { AttemptLine } from "../attempts/attempt-line.ts";
import type { LedgerCall } from "../budget/settle-call.ts";
import type { Candidate } from "../planning/candidate.ts";
import type { TextAttempt, TextCall } from "../text-call.ts";
import type { ToolLoop } from "./loop-part.ts";
import type { ToolsAt } from "./tools-at.ts";

/** The context that all steps of a loop share. */
export type Loop = {
  ledgerCall: LedgerCall & { call: TextCall };
  /** Becomes the attempt of each step in turn. */
  attempt: TextAttempt;
  candidates: readonly Candidate[];
  caller: StopSignal;
  requested: ToolsAt;
  grow: ToolLoop["grow"];
  /** The log line of the last step of a whole response, whose caller adds it. */
  line?: AttemptLine;
};
