import type { JSONObject, LanguageModelV4CallOptions, LanguageModelV4Prompt } from "@ai-sdk/provider";
import { effortOfBudget } from "#server/effort-of-budget.ts";
import { type Block, block } from "../exchange/json.ts";
import { count } from "../usage/tokens.ts";
import { type ClaudeRules, claudeRules } from "./claude-rules.ts";
import { withoutClearing } from "./clear-thinking.ts";
import { fitSystemPrompt } from "./fit-system.ts";
import { nearestEffort, UNTHOUGHT } from "./fit-thinking.ts";

/** Changes a neutral request in place so that a Claude model takes it; the SDK package leaves these cases to the caller. */
export function fitRequest(options: LanguageModelV4CallOptions, model: string, notes: string[]): void {
  const rules = claudeRules(model);
  if (!rules) return;
  options.prompt = fitSystemPrompt(options.prompt, rules.lateSystem, notes);
  if (!rules.prefill) endWithUser(options.prompt, notes);
  fitReasoning(options, rules, notes);
}

const GO_ON = "Continue.";

/**
 * Ends a conversation with a message of the user. In OpenAI's dialects a final message of the model is an ordinary turn,
 * after which the model says more. Calls without results stay, since only the caller has these.
 */
function endWithUser(prompt: LanguageModelV4Prompt, notes: string[]): void {
  const last = prompt.at(-1);
  if (last?.role !== "assistant" || last.content.some(({ type }) => type === "tool-call")) return;
  prompt.push({ role: "user", content: [{ type: "text", text: GO_ON }] });
  notes.push(`messages: the user message "${GO_ON}" is added, since the model does not continue its own`);
}

function fitReasoning(options: LanguageModelV4CallOptions, rules: ClaudeRules, notes: string[]): void {
  const given: Block = { ...options.providerOptions?.anthropic };
  const { type, budgetTokens } = block(given.thinking);
  const budget = type === "enabled" ? count(budgetTokens) : undefined;
  if (budget !== undefined && !rules.budgets) {
    dropBudget(options, given, budget);
    const effort = given.effort === undefined ? effortOfBudget(budget) : undefined;
    if (effort) options.reasoning = effort;
    notes.push(`reasoning budget: ${effort ? `changed to effort ${effort}` : "dropped"} (the model takes no budgets)`);
  } else if (thinksInBudget(options, given, rules)) {
    const why = isForced(options) ? FORCED : goesOnUnthought(options.prompt) ? UNTHOUGHT : undefined;
    if (why !== undefined) {
      if (budget !== undefined) dropBudget(options, given, budget);
      delete options.reasoning;
      notes.push(`reasoning: ${why}`);
    }
  }
  if (typeof given.effort === "string") fitEffort(given, given.effort, rules, notes);
  if (given.contextManagement !== undefined && !thinks(options, given, rules))
    given.contextManagement = withoutClearing(given.contextManagement, notes);
  if (options.providerOptions?.anthropic) options.providerOptions.anthropic = given as JSONObject;
}

const FORCED = "dropped (the model does not reason before a call that tool_choice forces)";

/** Returns whether a turn goes on after results that did not begin with signed thinking; see `UNTHOUGHT`. */
function goesOnUnthought(prompt: LanguageModelV4Prompt): boolean {
  if (prompt.at(-1)?.role !== "tool") return false;
  const before = prompt.findLastIndex(({ role }) => role === "user");
  const first = prompt.slice(before + 1).find(({ role }) => role === "assistant");
  const part = first?.role === "assistant" ? first.content[0] : undefined;
  const { signature, redactedData } = part?.providerOptions?.anthropic ?? {};
  return part?.type !== "reasoning" || (signature === undefined && redactedData === undefined);
}

/** The SDK package adds the budget to the limit, so the limit must grow by it without the package. */
function dropBudget(options: LanguageModelV4CallOptions, given: Block, budget: number): void {
  delete given.thinking;
  if (options.maxOutputTokens !== undefined) options.maxOutputTokens += budget;
}

function isForced({ tools = [], toolChoice }: LanguageModelV4CallOptions): boolean {
  return tools.length > 0 && (toolChoice?.type === "required" || toolChoice?.type === "tool");
}

function thinks({ reasoning }: LanguageModelV4CallOptions, given: Block, { thinksUnasked }: ClaudeRules): boolean {
  if (given.thinking !== undefined) return block(given.thinking).type !== "disabled";
  return reasoning === undefined || reasoning === "provider-default" ? thinksUnasked : reasoning !== "none";
}

function thinksInBudget({ reasoning }: LanguageModelV4CallOptions, given: Block, { adaptive }: ClaudeRules): boolean {
  if (given.thinking !== undefined) return block(given.thinking).type === "enabled";
  return !adaptive && reasoning !== undefined && reasoning !== "none" && reasoning !== "provider-default";
}

function fitEffort(given: Block, effort: string, rules: ClaudeRules, notes: string[]): void {
  const taken = nearestEffort(effort, rules, block(given.thinking).type === "disabled");
  if (taken === effort) return;
  given.effort = taken;
  notes.push(`output_config.effort: ${taken === undefined ? "dropped (the model takes none)" : `changed to ${taken}`}`);
}
