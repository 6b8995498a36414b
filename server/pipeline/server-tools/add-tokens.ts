import type { LanguageModelV4Usage } from "@ai-sdk/provider";

/** Returns the tokens of all steps of a response. `raw` is the last one's. */
export function addTokens(before: LanguageModelV4Usage | undefined, step: LanguageModelV4Usage): LanguageModelV4Usage {
  if (!before) return step;
  return {
    ...step,
    inputTokens: sumOf(before.inputTokens, step.inputTokens),
    outputTokens: sumOf(before.outputTokens, step.outputTokens),
  };
}

export function tokensIn(usage: LanguageModelV4Usage | undefined): number {
  return (usage?.inputTokens.total ?? 0) + (usage?.outputTokens.total ?? 0);
}

type Counts = Record<string, number | undefined>;

/** A count that neither step reports stays undefined. */
function sumOf<Tokens extends Counts>(one: Tokens, other: Tokens): Tokens {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  const sums = [...names].map((name) => {
    const counts = [one[name], other[name]].filter((count) => count !== undefined);
    return [name, counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : undefined];
  });
  return Object.fromEntries(sums);
}
