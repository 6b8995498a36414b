import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { parseJsonText } from "#server/json/shallow-json.ts";
import { type Block, block } from "../exchange/json.ts";
import { count } from "../usage/tokens.ts";

type Started = Extract<LanguageModelV4StreamPart, { type: "stream-start" }>;
type Warning = Started["warnings"][number];

/** Anthropic's smallest thinking budget. */
export const LEAST_BUDGET_TOKENS = 1_024;

/**
 * Wraps Anthropic's SDK model so that the output limit includes thinking, as with other providers. The package instead
 * derives a budget from the effort and the model's size and adds it to the limit. A budget in the request stays
 * unchanged.
 */
export function withThinkingLimit(make: (send: typeof fetch) => LanguageModelV4, send: typeof fetch): LanguageModelV4 {
  let limit: number | undefined;
  let isFitted = false;
  let warning: Warning | undefined;
  const model = make((input, init) => {
    const body = typeof init?.body === "string" && limit !== undefined ? parseJsonText(init.body) : undefined;
    const fitting = isRecord(body) && limit !== undefined ? fitThinking(body, limit) : undefined;
    isFitted = fitting !== undefined;
    warning = fitting?.warning;
    return send(input, fitting ? { ...init, body: JSON.stringify(fitting.body) } : init);
  });
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate(options) {
      limit = limitOf(options);
      return model.doGenerate(options);
    },
    async doStream(options) {
      limit = limitOf(options);
      const { stream, ...rest } = await model.doStream(options);
      return { ...rest, stream: isFitted ? stream.pipeThrough(warningsOf(warning)) : stream };
    },
  };
}

function limitOf({ reasoning, maxOutputTokens, providerOptions }: LanguageModelV4CallOptions): number | undefined {
  const isEffort = reasoning !== undefined && reasoning !== "none" && reasoning !== "provider-default";
  return isEffort && providerOptions?.anthropic?.thinking === undefined ? maxOutputTokens : undefined;
}

/**
 * Keeps at least half of the limit for the response; if the rest is less than the smallest budget, turns thinking off.
 */
function fitThinking(body: Block, limit: number): { body: Block; warning?: Warning } | undefined {
  const thinking = block(body.thinking);
  const budget = count(thinking.budget_tokens);
  if (thinking.type !== "enabled" || count(body.max_tokens) <= limit) return undefined;
  if (limit <= LEAST_BUDGET_TOKENS) {
    const { thinking: _, ...rest } = body;
    const details = `dropped (a limit of ${limit} tokens leaves no room for it)`;
    return {
      body: { ...rest, max_tokens: limit },
      warning: { type: "unsupported", feature: "reasoning", details },
    };
  }
  const budget_tokens = Math.max(LEAST_BUDGET_TOKENS, Math.min(budget, Math.floor(limit / 2)));
  return { body: { ...body, max_tokens: limit, thinking: { ...thinking, budget_tokens } } };
}

/** Replaces the package's warning about a limit that was never sent. */
function warningsOf(
  warning: Warning | undefined,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      if (part.type !== "stream-start") return controller.enqueue(part);
      const warnings = part.warnings.filter((one) => !("feature" in one) || one.feature !== "maxOutputTokens");
      controller.enqueue({ ...part, warnings: warning ? [...warnings, warning] : warnings });
    },
  });
}
