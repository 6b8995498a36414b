import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { leavesAt } from "#server/dialects/text-slots.ts";
import type { Guard } from "#server/guardrails/guard.ts";
import type { CallTrace } from "#server/telemetry/telemetry.ts";
import type { StepTool } from "../budget/step-charges.ts";
import { guardArguments, guardSlots } from "../guard/guard-slots.ts";
import { jsonCopy } from "../streaming/json-copy.ts";
import {
  type McpResult,
  NO_BUDGET,
  type ServerTool,
  type ToolMoney,
  type ToolOutcome,
  type ToolSource,
  toolFailure,
} from "./server-tool.ts";
import type { ServerCall } from "./turn.ts";

/** A request that was run. `durationMs`: only of the tool. */
export type CallRun = { call: ServerCall; outcome: ToolOutcome; durationMs: number };

/** Returns the request as the ledger row lists it, without its texts. */
export function stepTool({ call, outcome, durationMs }: CallRun): StepTool {
  const { name, server, slug } = call.tool;
  return { name, server, ...(slug && { slug }), isError: outcome.isError, durationMs };
}

export type CallLimits = {
  /** How many requests run at once. */
  atOnce: number;
  timeoutMs: number;
  money: ToolMoney;
  /** Undefined without OpenTelemetry. */
  trace: CallTrace | undefined;
  /** How many of the requests may run; absent: all. */
  left?: number;
};

/** The longest result that reaches the model, in characters: about 100,000 tokens. */
const LONGEST_RESULT = 400_000;

/**
 * Runs the calls of one turn, and resolves in their order. The call's guardrails read the arguments before a tool runs
 * and its result before the model does; a text that they block is withheld, and the model is told so. Rejects if
 * `signal` aborts.
 */
export async function runCalls(
  calls: readonly ServerCall[],
  uses: Map<string, number>,
  guard: Guard | undefined,
  signal: AbortSignal,
  limits: CallLimits,
): Promise<CallRun[]> {
  const runs: CallRun[] = [];
  const queue = [...calls.entries()];
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, call] = next;
      const startedMs = performance.now();
      const outcome =
        index >= (limits.left ?? calls.length)
          ? toolFailure("The response has reached its maximum number of tool calls. This one did not run.")
          : await traceRun(call, limits.trace, () => runCall(call, uses, guard, signal, limits));
      runs[index] = { call, outcome, durationMs: Math.round(performance.now() - startedMs) };
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.atOnce, calls.length) }, work));
  return runs;
}

async function traceRun(
  { id: callId, tool: { name, server } }: ServerCall,
  trace: CallTrace | undefined,
  run: () => Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  if (!trace) return run();
  const started = trace.startTool({ name, server, callId });
  let isError = true;
  try {
    const outcome = await run();
    ({ isError } = outcome);
    return outcome;
  } finally {
    started.end(isError);
  }
}

async function runCall(
  { tool, input, isHeld }: ServerCall,
  uses: Map<string, number>,
  guard: Guard | undefined,
  signal: AbortSignal,
  limits: CallLimits,
): Promise<ToolOutcome> {
  if (isHeld)
    return toolFailure("This tool needs a person's approval, which only /responses can ask for. It did not run.");
  if (!input) return toolFailure("The arguments are not a JSON object");
  const used = (uses.get(tool.functionName) ?? 0) + 1;
  uses.set(tool.functionName, used);
  if (tool.maxUses !== undefined && used > tool.maxUses) return toolFailure("This tool may not be called again");
  const holder: Body = { input };
  if (guard && !(await guardArguments(guard, leavesAt(holder, "input", "arguments", "assistant")))) {
    return toolFailure("A guardrail blocked the arguments");
  }
  const { worstNanoUsd = 0 } = tool;
  if (worstNanoUsd > 0 && !(await limits.money.afford(worstNanoUsd))) {
    return toolFailure(NO_BUDGET);
  }
  try {
    return await guardOutcome(await inTime(tool, holder.input as Body, signal, limits), guard);
  } finally {
    limits.money.release(worstNanoUsd);
  }
}

/** Fields of an MCP result without text: base64, and names from the protocol. */
const NO_TEXT = new Set(["type", "data", "blob", "mimeType"]);

/** Returns the outcome for the model: bounded, and without what a guardrail blocks. */
export async function guardOutcome(outcome: ToolOutcome, guard: Guard | undefined): Promise<ToolOutcome> {
  const result: Body = {
    text: outcome.text.slice(0, LONGEST_RESULT),
    sources: jsonCopy(outcome.sources ?? []),
    mcp: outcome.mcp && jsonCopy(outcome.mcp),
  };
  const slots: TextSlot[] = [
    ...leavesAt(result, "text", "result", "tool"),
    ...leavesAt(result, "sources", "sources", "tool"),
    ...leavesAt(result, "mcp", "result", "tool", NO_TEXT),
  ];
  if (guard && !(await guardSlots(guard, slots))) return toolFailure("A guardrail blocked the result");
  const { files } = outcome;
  const { text, sources, mcp } = result as { text: string; sources: ToolSource[]; mcp?: McpResult };
  return {
    text,
    isError: outcome.isError,
    ...(sources.length > 0 && { sources }),
    ...(files && { files }),
    ...(mcp && { mcp }),
  };
}

/** Returns an error for the model after `timeoutMs`. */
async function inTime(
  tool: ServerTool,
  input: Body,
  signal: AbortSignal,
  { timeoutMs, money }: Pick<CallLimits, "timeoutMs" | "money">,
): Promise<ToolOutcome> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    return await tool.run(input, limited, money);
  } catch (thrown) {
    if (signal.aborted || !limited.aborted) throw thrown;
    return toolFailure(`The tool took longer than ${timeoutMs / 1000} s`);
  }
}
