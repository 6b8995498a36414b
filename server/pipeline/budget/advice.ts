import type { Price } from "#server/catalogue/model.ts";
import type { Body } from "#server/dialects/dialect.ts";
import type { Terms } from "#server/ledger/prices/cost.ts";
import { worstCostOf } from "#server/ledger/prices/worst-cost.ts";
import type { Usage } from "#server/providers/usage/usage.ts";

/** Assumed number of advisor calls where the request sets no limit. Models rarely make more. */
const TIMES = 3;
/** Twice the tokens that Anthropic documents for advice with thinking, used where the tool sets no limit. */
const TOKENS = 3_600;

/**
 * Returns the most that an advisor can cost within a call, in nano-USD. Each time it reads the whole conversation and
 * writes its advice, at its own model's prices. `bound`: the request's own tokens.
 */
export function adviceCost(
  { tools }: Body,
  { input_tokens: input = 0, output_tokens: output = 0 }: Usage,
  pricesOf: (model: string) => readonly Price[],
  { variant: _, ...terms }: Terms,
): number {
  const advisors = (Array.isArray(tools) ? (tools as (Body | null)[]) : []).filter(isAdvisor);
  let nanoUsd = 0;
  for (const { model, max_uses: uses, max_tokens: tokens } of advisors) {
    const times = typeof uses === "number" ? Math.max(0, uses) : TIMES;
    const output_tokens = typeof tokens === "number" ? Math.max(0, tokens) : TOKENS;
    nanoUsd +=
      times * worstCostOf({ input_tokens: input + output, output_tokens, requests: 0 }, pricesOf(model), terms);
  }
  return nanoUsd;
}

type Advisor = Body & { model: string };

/** https://platform.claude.com/docs/en/agents-and-tools/tool-use/advisor-tool */
function isAdvisor(tool: Body | null): tool is Advisor {
  return typeof tool?.type === "string" && tool.type.startsWith("advisor_") && typeof tool.model === "string";
}
