import { effortOfBudget } from "#server/effort-of-budget.ts";
import { type Block, block, list } from "../exchange/json.ts";
import { count } from "../usage/tokens.ts";
import type { ClaudeRules } from "./claude-rules.ts";
import { withoutClearing } from "./clear-thinking.ts";
import { LEAST_BUDGET_TOKENS } from "./thinking-limit.ts";

/**
 * Returns a Messages body whose `thinking`, edits of it and `output_config.effort` have the form that the model takes, as
 * close to the given one as it allows; `notes` says what changes. The same body if nothing does.
 */
export function fitThinking(body: Block, rules: ClaudeRules, notes: string[]): Block {
  const thought = withStartedTurn(fitMode(body, rules, notes), notes);
  return fitEffort(fitEdits(thought, rules, notes), rules, notes);
}

function fitMode(body: Block, rules: ClaudeRules, notes: string[]): Block {
  const thinking = block(body.thinking);
  if (thinking.type === "enabled" && !rules.budgets) return withoutBudget(body, thinking, notes);
  if (thinking.type === "adaptive" && !rules.adaptive) return withBudget(body, notes);
  if (thinking.type !== "disabled" || rules.off !== "never") return body;
  notes.push("thinking: dropped (the model always thinks; effort low makes it think least)");
  const { thinking: _, ...rest } = body;
  return effortOf(body) === undefined ? withEffort(rest, "low") : rest;
}

/**
 * Drops a thinking budget if the current turn began without thinking: after tool results, Anthropic then responds 400
 * ("Expected `thinking` or `redacted_thinking`"). This happens if another model began the turn, or if the client removed
 * its thinking.
 */
function withStartedTurn(body: Block, notes: string[]): Block {
  if (block(body.thinking).type !== "enabled" || !goesOnUnthought(list(body.messages).map(block))) return body;
  const { thinking: _, ...rest } = body;
  notes.push(`thinking: ${UNTHOUGHT}`);
  return rest;
}

/** Why thinking is dropped for the rest of a turn. */
export const UNTHOUGHT = "dropped until the turn ends (it began without thinking, which the model requires)";

function goesOnUnthought(messages: readonly Block[]): boolean {
  const isResult = ({ content }: Block) => list(content).some((one) => block(one).type === "tool_result");
  if (!messages.at(-1) || !isResult(messages.at(-1) as Block)) return false;
  const before = messages.findLastIndex((message) => message.role === "user" && !isResult(message));
  const first = messages.slice(before + 1).find(({ role }) => role === "assistant");
  const { type } = block(list(first?.content)[0]);
  return type !== "thinking" && type !== "redacted_thinking";
}

/** Later models decide themselves how long they think, and show their thoughts only if asked. */
function withoutBudget(body: Block, { budget_tokens: budget, display = "summarized" }: Block, notes: string[]): Block {
  const adaptive = { ...body, thinking: { type: "adaptive", display } };
  if (effortOf(body) !== undefined) {
    notes.push("thinking.budget_tokens: dropped (the model takes no budgets)");
    return adaptive;
  }
  const effort = effortOfBudget(count(budget));
  notes.push(`thinking.budget_tokens: changed to effort ${effort} (the model takes no budgets)`);
  return withEffort(adaptive, effort);
}

/** Earlier models think within a budget, which leaves half of the limit to the response, and never before a forced call. */
function withBudget(body: Block, notes: string[]): Block {
  const { thinking: _, ...rest } = body;
  const limit = count(body.max_tokens);
  if (limit <= LEAST_BUDGET_TOKENS || isForced(body)) {
    notes.push("thinking: dropped (the model thinks only within a budget, for which there is no room)");
    return rest;
  }
  const share = effortOf(body) === "low" ? 4 : 2;
  const budget = Math.max(LEAST_BUDGET_TOKENS, Math.floor(limit / share));
  notes.push(`thinking: changed to a budget of ${budget} tokens (the model thinks only within one)`);
  return { ...rest, thinking: { type: "enabled", budget_tokens: budget } };
}

function fitEdits(body: Block, { thinksUnasked }: ClaudeRules, notes: string[]): Block {
  const { context_management: management, ...rest } = body;
  const isOff = body.thinking === undefined ? !thinksUnasked : block(body.thinking).type === "disabled";
  if (!isOff || management === undefined) return body;
  const kept = withoutClearing(management, notes);
  return kept ? { ...rest, context_management: kept } : rest;
}

function isForced(body: Block): boolean {
  const { type } = block(body.tool_choice);
  return type === "any" || type === "tool";
}

function fitEffort(body: Block, rules: ClaudeRules, notes: string[]): Block {
  const given = effortOf(body);
  const effort = given && nearestEffort(given, rules, block(body.thinking).type === "disabled");
  if (effort === given) return body;
  notes.push(
    `output_config.effort: ${effort === undefined ? "dropped (the model takes none)" : `changed to ${effort}`}`,
  );
  return withEffort(body, effort);
}

const EFFORTS = ["low", "medium", "high", "xhigh", "max"];

/**
 * Returns the effort that a model takes, or the next lower one; undefined if it takes none. An unknown effort stays.
 * `isOff`: without thinking, later models take no effort above `high`.
 */
export function nearestEffort(effort: string, { efforts, off }: ClaudeRules, isOff: boolean): string | undefined {
  const place = EFFORTS.indexOf(effort);
  if (place < 0) return effort;
  const isTaken = (one: string) =>
    efforts.includes(one) && EFFORTS.indexOf(one) <= place && !(isOff && off === "to-high" && EFFORTS.indexOf(one) > 2);
  return EFFORTS.findLast(isTaken);
}

function effortOf(body: Block): string | undefined {
  const { effort } = block(body.output_config);
  return typeof effort === "string" ? effort : undefined;
}

function withEffort(body: Block, effort: string | undefined): Block {
  const { effort: _, ...others } = block(body.output_config);
  const config = effort === undefined ? others : { ...others, effort };
  const { output_config: __, ...rest } = body;
  return Object.keys(config).length > 0 ? { ...rest, output_config: config } : rest;
}
