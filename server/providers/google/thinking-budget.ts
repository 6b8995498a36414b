import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { block } from "../exchange/json.ts";
import { withWarning } from "../requests/with-warning.ts";

/** The budgets for thinking that a model takes, in tokens, the more specific first. */
const RANGES: readonly [models: RegExp, least: number, most: number][] = [
  [/^gemini-2\.5-pro/, 128, 32_768],
  [/^gemini-2\.5-flash-lite/, 512, 24_576],
  [/^gemini-2\.5-flash/, 1, 24_576],
];

/**
 * Wraps a model so that it gets a budget for thinking in its range (https://ai.google.dev/gemini-api/docs/thinking).
 * Claude Code's is larger, and would be rejected
 * (https://github.com/badrisnarayanan/antigravity-claude-proxy/issues/289).
 */
export function withThinkingBudget(inner: LanguageModelV4): LanguageModelV4 {
  return {
    specificationVersion: inner.specificationVersion,
    provider: inner.provider,
    modelId: inner.modelId,
    supportedUrls: inner.supportedUrls,
    doGenerate: (options) => inner.doGenerate(fitted(options, inner.modelId).options),
    async doStream(given) {
      const { options, budget } = fitted(given, inner.modelId);
      const { stream, ...rest } = await inner.doStream(options);
      if (budget === undefined) return { ...rest, stream };
      const details = `changed to a budget of ${budget} tokens`;
      return { ...rest, stream: withWarning(stream, { type: "unsupported", feature: "reasoning", details }) };
    },
  };
}

/** `budget`: the new one, if the given one is out of range. */
function fitted(options: LanguageModelV4CallOptions, model: string) {
  const { providerOptions } = options;
  const thinkingConfig = block(providerOptions?.google?.thinkingConfig);
  const { thinkingBudget: given } = thinkingConfig;
  const [, least, most] = RANGES.find(([models]) => models.test(model)) ?? [];
  if (typeof given !== "number" || given <= 0 || least === undefined || most === undefined) return { options };
  const budget = Math.max(least, Math.min(given, most));
  if (budget === given) return { options };
  const google = { ...providerOptions?.google, thinkingConfig: { ...thinkingConfig, thinkingBudget: budget } };
  return { options: { ...options, providerOptions: { ...providerOptions, google } as typeof providerOptions }, budget };
}
