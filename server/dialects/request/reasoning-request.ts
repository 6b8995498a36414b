import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { invalid, recordAt } from "../read-field.ts";
import type { Target } from "../target.ts";

type Effort = NonNullable<LanguageModelV4CallOptions["reasoning"]>;
type Decoded = { reasoning?: Effort; providerOptions: Body };

/** Anthropic responds 400 to less: https://platform.claude.com/docs/en/build-with-claude/extended-thinking */
const LEAST_ANTHROPIC_BUDGET = 1_024;

const efforts: readonly string[] = ["none", "minimal", "low", "medium", "high", "xhigh", "max"] satisfies Effort[];

/**
 * Reads `reasoning` of either OpenAI dialect and `reasoning_effort` of chat. A token budget takes precedence over an
 * effort if the target has budgets. Throws HttpError 400 that names the field.
 */
export function decodeReasoning(body: Body, target: Target): Decoded {
  const reasoning = isPresent(body.reasoning) ? recordAt(body.reasoning, "reasoning") : {};
  const effort = effortOf(reasoning, body.reasoning_effort);
  if (isPresent(reasoning.max_tokens) && effort !== "none") return budget(reasoning.max_tokens, effort, target);
  if (effort === undefined) return { providerOptions: {} };
  const showsThoughts = target.family === "google" && effort !== "none" && reasoning.exclude !== true;
  return { reasoning: effort, providerOptions: showsThoughts ? { thinkingConfig: { includeThoughts: true } } : {} };
}

/** Returns whether the caller asked to hide the reasoning. */
export function hidesReasoning(body: Body): boolean {
  return body.include_reasoning === false || (isRecord(body.reasoning) && body.reasoning.exclude === true);
}

function effortOf(given: Body, flat: unknown): Effort | undefined {
  if (given.enabled === false) return "none";
  const effort = given.effort ?? flat ?? undefined;
  if (effort === undefined) return given.enabled === true && !isPresent(given.max_tokens) ? "medium" : undefined;
  if (!isEffort(effort)) throw invalid("reasoning.effort", `must be one of ${efforts.join(", ")}`);
  return effort;
}

function budget(maxTokens: unknown, effort: Effort | undefined, target: Target): Decoded {
  if (!Number.isSafeInteger(maxTokens) || Number(maxTokens) < 1) {
    throw invalid("reasoning.max_tokens", "must be a whole number of at least 1");
  }
  if (target.family === "anthropic" && Number(maxTokens) < LEAST_ANTHROPIC_BUDGET) {
    target.notes.add("reasoning.max_tokens: changed to effort low, since it is less than Anthropic's smallest budget");
    return { reasoning: "low", providerOptions: {} };
  }
  if (target.family === "anthropic")
    return { providerOptions: { thinking: { type: "enabled", budgetTokens: maxTokens } } };
  if (target.family === "google") {
    return { providerOptions: { thinkingConfig: { thinkingBudget: maxTokens, includeThoughts: true } } };
  }
  const instead = effort ?? "medium";
  target.notes.add(`reasoning.max_tokens: changed to effort ${instead}`);
  return { reasoning: instead, providerOptions: {} };
}

function isEffort(value: unknown): value is Effort {
  return typeof value === "string" && efforts.includes(value);
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null;
}
