import { callerFacts } from "#server/caller/caller-facts.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { CallTrace } from "#server/telemetry/telemetry.ts";
import type { Step } from "../../budget/step-charges.ts";
import { callColumns } from "../../call-columns.ts";
import type { IncomingCall } from "../../enter-call.ts";
import { newCall } from "../../new-call.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { newRoutingRecord } from "../../planning/record/routing-record.ts";
import { REJECTION_COLUMNS } from "../../rejection-columns.ts";
import { requestTags } from "../../request-tags.ts";
import { type CallRun, stepTool } from "../run-calls.ts";

/** Records a tool call that no model made, as a free generation without a model. */
export function recordRun(
  gateway: PipelineGateway,
  { principal, headers, requestId, arrivedMs }: IncomingCall,
  guard: Guard | undefined,
  run: CallRun,
  trace: CallTrace | undefined,
): void {
  const { name, server } = run.call.tool;
  const requestedModel = `mcp/${server}/${name}`;
  const asked = { dialect: null, body: {}, guard, streamed: false, pluginNotes: [], trace };
  const call = newCall(gateway, principal, headers, asked, {
    requested: requestedModel,
    candidates: [],
    lines: [],
    routing: newRoutingRecord(),
  });
  const facts = {
    principal,
    requestId,
    requestedModel,
    operation: "callMcp",
    caller: callerFacts({}, headers, requestTags({}, headers, principal.key?.tags ?? null)),
    routing: null,
    received: null,
    arrivedMs,
    createdAt: new Date(gateway.now() - (performance.now() - arrivedMs)),
  };
  const columns = callColumns(facts, call);
  const step: Step = {
    model: requestedModel,
    provider: "mcp",
    endpoint: requestedModel,
    usage: {},
    costNanoUsd: 0,
    startedMs: 0,
    durationMs: Math.max(0, columns.totalMs - run.durationMs),
    finish: null,
    tools: [stepTool(run)],
  };
  const { isError, text } = run.outcome;
  const end = {
    status: 200,
    finish: isError ? "error" : "stop",
    error: isError ? text.slice(0, 500) : null,
  };
  const row = { ...columns, ...REJECTION_COLUMNS, ...end, queueMs: 0, steps: [step] };
  gateway.ledger.record(row, []);
  trace?.end(row);
  gateway.ledger.keep();
}
