import type { ApprovalCall } from "./approvals.ts";
import type { CallRun } from "./run-calls.ts";
import type { ToolOutcome } from "./server-tool.ts";

/** A tool call that a person approved or denied. `run`: the outcome of an approved one. */
export type ApprovalOutcome = { approvalId: string; asked: ApprovalCall; outcome: ToolOutcome; run?: CallRun };
