import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { parseJson } from "#server/dialects/parse-json.ts";
import { recordsOf, textOf } from "#server/dialects/read-field.ts";
import { addToolStep } from "../budget/settle-call.ts";
import type { ApprovalOutcome } from "./approval-outcome.ts";
import { type ApprovalCall, isOwnRequest, openApprovalId, targetOf } from "./approvals.ts";
import type { Loop } from "./loop.ts";
import { runCalls, stepTool } from "./run-calls.ts";
import { FREE, type ServerTool, toolFailure } from "./server-tool.ts";

/**
 * Runs the requests that the caller has approved since the last response
 * (https://platform.openai.com/docs/guides/tools-connectors-mcp#approvals). Throws HttpError 400 for an approval that
 * the gateway did not ask for.
 */
export async function runApproved(
  loop: Loop,
  tools: readonly ServerTool[],
  signal: AbortSignal,
): Promise<ApprovalOutcome[]> {
  const { requested, ledgerCall, attempt } = loop;
  const { gateway, principal } = ledgerCall.call;
  const items = recordsOf(requested.rest.input);
  const responses = new Map(
    items.filter(({ type }) => type === "mcp_approval_response").map((item) => [item.approval_request_id, item]),
  );
  const done = new Set(items.filter(({ type }) => type === "mcp_call").map((item) => item.approval_request_id));
  const decided: ApprovalOutcome[] = [];
  for (const [index, item] of items.entries()) {
    if (!isOwnRequest(item) || done.has(item.id)) continue;
    const id = item.id as string;
    const asked = openApprovalId(gateway.mcpVault, principal.workspaceId, id, `input[${index}].id`, gateway.now());
    decided.push(await decide(loop, id, asked, responses.get(id), tools, signal));
  }
  const runs = decided.flatMap(({ run }) => run ?? []);
  if (runs.length > 0) addToolStep(ledgerCall, attempt).step.tools.push(...runs.map(stepTool));
  return decided;
}

/** Returns whether a request carries approval requests of this gateway. */
export function hasRequests({ input }: Body): boolean {
  return Array.isArray(input) && recordsOf(input).some(isOwnRequest);
}

/** Returns an approved call and its result as the caller gets them. */
export function decisionForCaller({ approvalId, asked, outcome }: ApprovalOutcome): LanguageModelV4StreamPart[] {
  const { server, name, input } = asked;
  const shown = { toolCallId: approvalId, toolName: name, providerMetadata: { switchboard: { server, approvalId } } };
  return [
    { type: "tool-call", ...shown, input, providerExecuted: true },
    { type: "tool-result", ...shown, result: outcome.text, isError: outcome.isError },
  ];
}

async function decide(
  loop: Loop,
  approvalId: string,
  asked: ApprovalCall,
  response: Body | undefined,
  tools: readonly ServerTool[],
  signal: AbortSignal,
): Promise<ApprovalOutcome> {
  if (response?.approve !== true) {
    const reason = textOf(response?.reason);
    const outcome = toolFailure(`The user did not approve this call${reason ? `: ${reason}` : ""}`);
    return { approvalId, asked, outcome };
  }
  const { guard, gateway } = loop.ledgerCall.call;
  const tool = tools.find(
    (one) => one.server === asked.server && targetOf(one) === asked.target && one.name === asked.name,
  );
  if (!tool) return { approvalId, asked, outcome: toolFailure("The tool is no longer available") };
  const input = parseJson(asked.input || "{}");
  const call = { id: approvalId, tool, input: isRecord(input) ? input : undefined };
  const [run] = await runCalls([call], new Map(), guard, signal, {
    atOnce: 1,
    timeoutMs: gateway.environment.SERVER_TOOL_TIMEOUT_MS,
    money: FREE,
    trace: loop.ledgerCall.call.trace,
  });
  return { approvalId, asked, outcome: run?.outcome ?? toolFailure("The tool did not run"), ...(run && { run }) };
}

/** Replaces each decided approval request in a body with the call and its result, and drops the decisions. */
export function withResults(body: Body, decided: readonly ApprovalOutcome[]): Body {
  const byId = new Map<unknown, ApprovalOutcome>(decided.map((one) => [one.approvalId, one]));
  const input = recordsOf(body.input).flatMap((item) => {
    if (isOwnRequest(item)) return callItems(byId.get(item.id));
    return item.type === "mcp_approval_response" ? [] : [item];
  });
  return { ...body, input };
}

function callItems(decided: ApprovalOutcome | undefined): Body[] {
  if (!decided) return [];
  const { asked, outcome } = decided;
  const { server, name, input } = asked;
  const call = {
    type: "mcp_call",
    id: `mcp_${crypto.randomUUID()}`,
    server_label: server,
    name,
    arguments: input,
    ...(outcome.isError ? { error: outcome.text } : { output: outcome.text }),
  };
  return [call];
}
