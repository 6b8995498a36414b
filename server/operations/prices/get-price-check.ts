import { getPriceCheck as endpoint } from "#lib/contract/price-refresh.ts";
import { readPriceCheck } from "#server/catalogue/refresh/price-check.ts";
import { operation } from "#server/http/operation.ts";

export const getPriceCheck = operation(endpoint)(async ({ database, environment }) => {
  const { PRICES_FROM: source, PRICES_CHECK_HOURS: hours } = environment;
  const last = source === undefined ? undefined : await readPriceCheck(database.queries);
  return {
    data: {
      has_source: source !== undefined,
      every_hours: source === undefined || hours === 0 ? null : hours,
      checked_at: last?.checkedAt ?? null,
      error: last?.error ?? null,
      changes: last?.changes ?? 0,
      models_added: last?.modelsAdded ?? 0,
    },
  };
});
