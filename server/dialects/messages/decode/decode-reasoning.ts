import type { JSONObject, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { Body } from "#server/dialects/dialect.ts";
import { effortOfBudget } from "#server/effort-of-budget.ts";
import { integer, isObject, object, oneOf, optional, text } from "../shape.ts";
import { type DecodeState, note } from "./decode-state.ts";

type Reasoning = LanguageModelV4CallOptions["reasoning"];
type Effort = "low" | "medium" | "high" | "xhigh" | "max";
type ThinkingOptions = { type?: string; budget?: number; display?: string; effort?: Effort };

const readEffort = oneOf(["low", "medium", "high", "xhigh", "max"]);

/**
 * Reads `thinking` and `output_config.effort`. Returns the neutral effort and adds the target's own options to
 * `settings`.
 */
export function decodeReasoning(body: Body, reading: DecodeState): Reasoning {
  const thinking = optional(body.thinking, "thinking", object);
  const options = readOptions(thinking, optional(body.output_config, "output_config", object), reading);
  if (reading.target.family === "anthropic") {
    setAnthropicThinking(options, thinking, reading);
    return undefined;
  }
  if (thinking?.block_binding) note(reading, "thinking.block_binding", "dropped");
  setDisplay(options, reading);
  return effortOf(options, reading);
}

function readOptions(
  thinking: JSONObject | undefined,
  config: JSONObject | undefined,
  reading: DecodeState,
): ThinkingOptions {
  const effort = optional(config?.effort, "output_config.effort", readEffort);
  if (thinking === undefined) return { effort };
  const type = text(thinking.type, "thinking.type");
  const display = optional(thinking.display, "thinking.display", text);
  if (type === "enabled")
    return { type, effort, display, budget: integer(thinking.budget_tokens, "thinking.budget_tokens") };
  if (type === "adaptive" || type === "disabled") return { type, effort, display };
  note(reading, "thinking", `dropped (${type})`);
  return { effort };
}

function setAnthropicThinking(options: ThinkingOptions, thinking: JSONObject | undefined, reading: DecodeState): void {
  if (options.effort !== undefined) reading.settings.effort = options.effort;
  if (options.type === undefined) return;
  const binding = isObject(thinking?.block_binding) ? thinking.block_binding.prefix_mismatch_behavior : undefined;
  const adaptive = options.type === "adaptive";
  reading.settings.thinking = {
    type: options.type,
    ...(options.budget !== undefined && { budgetTokens: options.budget }),
    ...(adaptive && options.display !== undefined && { display: options.display }),
    ...(adaptive && binding !== undefined && { blockBinding: { prefixMismatchBehavior: binding } }),
  };
  if (!adaptive && options.display !== undefined) note(reading, "thinking.display", "dropped");
  if (!adaptive && thinking?.block_binding) note(reading, "thinking.block_binding", "dropped");
}

/** Sets whether the response shows its thinking. Compatible upstreams have no such option. */
function setDisplay(options: ThinkingOptions, reading: DecodeState): void {
  const isEnabled = options.type === "enabled" || options.type === "adaptive";
  const isShown = isEnabled && options.display !== "omitted";
  const { family } = reading.target;
  if (options.display === "updates" || (options.display !== undefined && family === "compatible")) {
    note(reading, "thinking.display", "dropped");
  }
  if (family === "openai" && (isEnabled || options.effort !== undefined))
    reading.settings.reasoningSummary = isShown ? "auto" : null;
  if (family === "google" && isEnabled) {
    const budget =
      options.effort === undefined && options.budget !== undefined ? { thinkingBudget: options.budget } : {};
    reading.settings.thinkingConfig = { ...budget, includeThoughts: isShown };
  }
}

/** Returns the effort. An explicit effort takes precedence over a token budget, which only Google accepts directly. */
function effortOf(options: ThinkingOptions, reading: DecodeState): Reasoning {
  if (options.type === "disabled") {
    if (options.effort !== undefined) note(reading, "output_config.effort", "dropped");
    return "none";
  }
  const carriesBudget = reading.target.family === "google" && options.effort === undefined;
  if (options.type === "adaptive" && options.effort === undefined)
    note(reading, "thinking", "changed to the model's default");
  if (options.budget === undefined || carriesBudget) return options.effort;
  const effort = options.effort ?? effortOfBudget(options.budget);
  note(reading, "thinking.budget_tokens", `changed to effort ${effort}`);
  return effort;
}
