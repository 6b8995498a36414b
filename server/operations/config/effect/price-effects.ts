import { isDeepStrictEqual } from "node:util";
import { usdOf } from "#lib/nano-usd.ts";
import type { ModelEndpoint } from "#server/catalogue/model.ts";
import { appliesTo, type PriceOverride, withOverrides } from "#server/catalogue/overrides.ts";
import { pricesInForce } from "#server/catalogue/prices-in-force.ts";
import type { RecentCall } from "#server/data/recent-calls.ts";
import { costOf } from "#server/ledger/prices/cost.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";
import type { Comparison, Effect } from "./comparison.ts";

type Priced = { before: ReturnType<typeof pricesInForce>; after: ReturnType<typeof pricesInForce> };

/**
 * Prices the requests of the endpoints whose negotiated prices change, at today's prices and at those after the plan.
 */
export function priceEffects(comparison: Comparison) {
  const { gateway, before, after } = comparison;
  const isChanged = !isDeepStrictEqual(before.overrides.map(termsOf), after.overrides.map(termsOf));
  const known = new Map<string, Priced | undefined>();
  const counts = { calls: 0, nanoUsd: 0, newNanoUsd: 0, unpriced: 0 };

  function pricesOf(endpoint: ModelEndpoint): Priced | undefined {
    const found = known.get(endpoint.id);
    if (found || known.has(endpoint.id)) return found;
    const [old, fresh] = [before, after].map(({ overrides }) => negotiatedRows(comparison, endpoint, overrides));
    const priced =
      old && fresh && !isDeepStrictEqual(old.map(moneyOf), fresh.map(moneyOf))
        ? { before: old, after: fresh }
        : undefined;
    known.set(endpoint.id, priced);
    return priced;
  }

  return {
    add(call: RecentCall): void {
      const endpoint =
        isChanged && call.modelEndpoint !== null ? gateway.catalogue.endpoint(call.modelEndpoint) : undefined;
      const prices = endpoint && pricesOf(endpoint);
      if (!prices) return;
      counts.calls += 1;
      if (!isRepeatable(call)) {
        counts.unpriced += 1;
        return;
      }
      const terms = { serviceTier: call.serviceTier, apart: call.unpriced as UsageUnit[] };
      counts.nanoUsd += costOf(call.usage as Usage, prices.before, terms).nanoUsd;
      counts.newNanoUsd += costOf(call.usage as Usage, prices.after, terms).nanoUsd;
    },
    counts: (): Effect["prices"] =>
      isChanged
        ? {
            calls: counts.calls,
            cost_usd: usdOf(counts.nanoUsd),
            new_cost_usd: usdOf(counts.newNanoUsd),
            unpriced_calls: counts.unpriced,
          }
        : null,
  };
}

/** Returns an endpoint's prices now, for requests through a credential without prices of its own. */
function negotiatedRows({ gateway }: Comparison, endpoint: ModelEndpoint, overrides: readonly PriceOverride[]) {
  const own = overrides.filter((override) => appliesTo(override, endpoint, null));
  const rows = withOverrides(gateway.catalogue.listedRowsOf(endpoint.id), own, endpoint, gateway.now());
  return pricesInForce(rows, gateway.now());
}

/**
 * Returns whether a request's cost depends only on its usage and the prices of its endpoint, and not on other models or
 * steps, a geography's multiplier (`^`), or usage without units.
 */
function isRepeatable({ otherModels, steps, priceIds }: RecentCall): boolean {
  return otherModels === null && steps === null && priceIds.length > 0 && !priceIds.some((id) => id.includes("^"));
}

/** Ignores ids and starts of overrides, which may differ although the terms are the same. */
function termsOf(override: PriceOverride) {
  const { validFrom: _, ...terms } = override;
  if (terms.kind === "discount") return { ...terms, id: "" };
  return { ...terms, price: moneyOf(terms.price) };
}

function moneyOf({ unit, nanoUsdPerMillion, minPromptTokens, serviceTier, variant, hoursUtc, discount }: Terms) {
  return { unit, nanoUsdPerMillion, minPromptTokens, serviceTier, variant, hoursUtc, off: discount?.basisPoints };
}

type Terms = Omit<ReturnType<typeof pricesInForce>[number], "modelEndpoint">;
