import type { ApprovalCall } from "./approvals.ts";
import type { CallRun } from "./run-calls.ts";
import type { ToolOutcome } from "./server-tool.ts";

/** A request that a person has approved or denied. `run`: the outcome of an approved one. */
export type DecidedCall = { approvalId: string; asked: ApprovalCall; outcome: ToolOutcome; run?: CallRun };
