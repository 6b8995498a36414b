import { isRecord } from "#lib/is-record.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { NOTHING_SPENT, reserve } from "#server/ledger/limits/limits.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import { limitsOf } from "#server/pipeline/budget/limits-of.ts";
import { estimateTokens } from "#server/providers/usage/estimate-tokens.ts";

/** Adds up what a batch costs at least. */
export type InputCost = {
  /** Adds a request body, valid or not. */
  add(body: Body): void;
  /** Throws 402 if a limit that applies to the caller cannot cover the sum. */
  require(): Promise<void>;
};

const MILLION = 1_000_000;

/**
 * Creates the estimate by which a batch is rejected that its limits cannot cover: the input tokens of all requests at
 * each model's cheapest endpoint. The output is unknown, so a batch that passes may still reach a limit. A model that
 * one of the caller's own provider keys may serve counts nothing. `tags`: those of every request of the batch.
 */
export function createInputCost(
  gateway: Gateway,
  principal: Principal,
  endpoint: string,
  tags: readonly string[] | null,
): InputCost {
  const prices = new Map<unknown, number>();
  let nanoUsd = 0;
  const priceOf = (model: unknown) => {
    const known = prices.get(model) ?? cheapestInput(gateway, principal, model);
    prices.set(model, known);
    return known;
  };
  return {
    add(body) {
      const price = priceOf(body.model);
      if (price > 0) nanoUsd += (textTokens(endpoint === "/v1/embeddings" ? body.input : body) * price) / MILLION;
    },
    async require() {
      const needNanoUsd = Math.floor(nanoUsd);
      if (needNanoUsd === 0) return;
      try {
        const limits = limitsOf(gateway, principal, { tags, externalUser: null, sessionId: null });
        const held = await reserve(gateway.leases, limits, needNanoUsd, gateway.now());
        held.settle(NOTHING_SPENT);
      } catch (thrown) {
        if (!(thrown instanceof HttpError && thrown.status === 402)) throw thrown;
        const message = `The input of this batch alone costs more than its limits allow. ${thrown.message}`;
        throw new HttpError(402, message, { ...(thrown.metadata && { metadata: thrown.metadata }), cause: thrown });
      }
    },
  };
}

/** Returns the price of a million input tokens in nano-USD, at the cheapest endpoint. */
function cheapestInput({ catalogue, credentials, now }: Gateway, principal: Principal, model: unknown): number {
  if (typeof model !== "string") return 0;
  const costs = catalogue.endpointsOf(model).map(({ id, provider }) => {
    if (credentials.usableBy(principal, provider).length > 0) return 0;
    // A prompt of a thousand tokens reaches no tier for long prompts.
    return 1_000 * costOf({ input_tokens: 1_000, requests: 0 }, catalogue.pricesOf(id, now())).nanoUsd;
  });
  return costs.length > 0 ? Math.min(...costs) : 0;
}

/** Names of fields that hold text for the model, in every dialect; a file or an image counts nothing. */
const TEXTS = new Set(["text", "content", "input", "messages", "system", "instructions", "prompt"]);

function textTokens(value: unknown): number {
  if (typeof value === "string") return estimateTokens(value);
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + textTokens(item), 0);
  if (!isRecord(value)) return typeof value === "number" ? 1 : 0;
  let tokens = 0;
  for (const name of Object.keys(value)) if (TEXTS.has(name)) tokens += textTokens(value[name]);
  return tokens;
}
