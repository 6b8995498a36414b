import type { CompactionRequest } from "#lib/contract/compaction.ts";
import { outputTexts } from "#server/dialects/responses/output-texts.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { promptTokens } from "#server/pipeline/budget/prompt-size.ts";
import { tokenUpperBound } from "#server/pipeline/budget/token-upper-bound.ts";
import { textsIn } from "#server/pipeline/guard/guard-request.ts";
import type { MediaOperation } from "#server/pipeline/media/media-operation.ts";
import type { Compacted } from "#server/providers/media.ts";
import { estimateTokens } from "#server/providers/usage/estimate-tokens.ts";

/** For models whose longest output is unknown. */
const MOST_OUTPUT_TOKENS = 32_000;

/** Shortens a conversation. The provider returns its messages and an encrypted item for all else. */
export const compaction: MediaOperation<CompactionRequest, Compacted> = {
  id: "compactResponse",
  makes: "text",
  serves: (provider) => provider.compact !== undefined,
  findTexts: (body) => textsIn(responses, body),
  estimate: (body) => ({ input_tokens: promptTokens(body, estimateTokens) }),
  bound: (body, { maxOutputTokens }) => ({
    input_tokens: promptTokens(body, tokenUpperBound),
    output_tokens: maxOutputTokens ?? MOST_OUTPUT_TOKENS,
  }),
  ask(provider, call) {
    if (!provider.compact) throw new Error(`${provider.id} does not support compaction`);
    return provider.compact(call);
  },
  texts: ({ output }) => outputTexts.reply({ output }),
  reply({ id, createdAt, output }, { usage, cost, createdAt: now }) {
    const { input_tokens: fresh = 0, cache_read_tokens: cached = 0, cache_write_tokens: stored = 0 } = usage;
    const { output_tokens: written = 0, reasoning_tokens: reasoning = 0 } = usage;
    const input = fresh + cached + stored;
    return {
      id,
      object: "response.compaction",
      created_at: createdAt || now,
      output,
      usage: {
        input_tokens: input,
        input_tokens_details: { cached_tokens: cached },
        output_tokens: written,
        output_tokens_details: { reasoning_tokens: reasoning },
        total_tokens: input + written,
        cost,
      },
    };
  },
};
