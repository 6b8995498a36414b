import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { snakeCase } from "#server/dialects/snake-case.ts";
import type { DialectId } from "#server/providers/provider.ts";

type Warning = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"][number];

/**
 * Returns a provider SDK package's warning as a note about the caller's own field: `top_p: dropped (not supported with
 * thinking)`. Packages write their own names of fields, and some quote what they skip, which no record may contain.
 */
export function describeWarning(warning: Warning, dialect: DialectId): string {
  const details = "details" in warning ? (warning.details ?? "") : "message" in warning ? warning.message : "";
  if (!("feature" in warning)) return describeMessage(details, dialect);
  const { feature } = warning;
  // An adapter's own warning, in words of ours.
  if (/^(?:dropped|changed|sent)\b/.test(details)) return `${nameOf(feature, dialect) ?? feature}: ${details}`;
  const name = nameOf(feature, dialect);
  if (name !== undefined) return `${name}: ${whatHappened(details)}`;
  return details ? `${feature}: ${withoutQuotes(details)}` : `${feature}: dropped`;
}

const SAME: ReadonlySet<string> = new Set([
  ...["temperature", "topP", "topK", "seed", "frequencyPenalty", "presencePenalty", "toolChoice", "serviceTier"],
  ...["logprobs", "promptCacheRetention"],
]);

/** The fields whose names differ, in chat, responses and messages. */
const OTHERS: Record<string, readonly [chat: string, responses: string, messages: string]> = {
  maxOutputTokens: ["max_tokens", "max_output_tokens", "max_tokens"],
  stopSequences: ["stop", "stop", "stop_sequences"],
  responseFormat: ["response_format", "text.format", "output_config.format"],
  reasoning: ["reasoning", "reasoning", "thinking"],
  "messages[] (reasoning)": ["messages[] (reasoning)", "input[] (reasoning)", "messages[] (reasoning)"],
  strict: ["tools[].function.strict", "tools[].strict", "tools[].strict"],
};
const ALIASES: Record<string, string> = {
  stop: "stopSequences",
  response_format: "responseFormat",
  reasoning_effort: "reasoning",
  "tools[].function.strict": "strict",
  "extended thinking": "reasoning",
  "adaptive thinking": "reasoning",
  budgetTokens: "reasoning",
  reasoningEffort: "reasoning",
  reasoningSummary: "reasoning",
  "providerOptions.anthropic.thinking": "reasoning",
  "providerOptions.anthropic.effort": "reasoning",
};

/** Returns the name of a package's field in a dialect; undefined if it has none. */
export function nameOf(feature: string, dialect: DialectId): string | undefined {
  if (SAME.has(feature)) return snakeCase(feature);
  const names = OTHERS[ALIASES[feature] ?? feature];
  return names?.[dialect === "responses" ? 1 : dialect === "messages" ? 2 : 0];
}

/** What the details of a warning say happened to a field. */
const OUTCOMES: readonly [details: RegExp, outcome: string | ((found: string) => string)][] = [
  [/(?:clamped|limited) to (\d+(?:\.\d+)?)/, (found) => `changed to ${found}`],
  [/default budget of (\d+)/, (found) => `changed to a budget of ${found} tokens`],
  [/minimum reasoning budget of (\d+)/, (found) => `changed to a budget of ${found} tokens`],
  [/mapped to effort "(\w+)"/, (found) => `changed to effort ${found}`],
  [/lowered to '(\w+)'|Using effort '(\w+)'/, (found) => `changed to effort ${found}`],
  [/Using '(auto|between_tools)'|with '(auto)' tool choice/, (found) => `changed to ${found}`],
  [/thinking is enabled|high reasoning is enabled/, "dropped (not supported with thinking)"],
  [/non-reasoning models/, "dropped (the model does not reason)"],
  [/reasoning models/, "dropped (not supported by models that reason)"],
  [/temperature is set/, "dropped (not supported together with temperature)"],
  [/requires a schema/, "dropped (the provider needs a schema)"],
];

function whatHappened(details: string): string {
  for (const [pattern, outcome] of OUTCOMES) {
    const found = pattern.exec(details);
    if (found) return typeof outcome === "string" ? outcome : outcome(found.slice(1).find(Boolean) ?? "");
  }
  return "dropped";
}

function describeMessage(message: string, dialect: DialectId): string {
  if (/reasoning (?:parts?|content|metadata)/.test(message))
    return `${dialect === "responses" ? "input" : "messages"}[] (reasoning): dropped`;
  const [, option] = /^(logitBias|logprobs|topLogprobs) is not supported/.exec(message) ?? [];
  if (option) return `${snakeCase(option)}: ${whatHappened(message)}`;
  return `other: ${withoutQuotes(message)}`;
}

const LONGEST = 200;

/** Cuts a message before what it quotes. */
function withoutQuotes(message: string): string {
  return message.replace(/[:{[].*$/s, "").slice(0, LONGEST);
}
