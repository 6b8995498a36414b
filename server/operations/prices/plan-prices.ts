import type { z } from "zod";
import { planPrices as endpoint, type PricePlan } from "#lib/contract/price-refresh.ts";
import type { RefreshPlan } from "#server/catalogue/refresh/plan.ts";
import { planOf } from "#server/catalogue/refresh/plan-of.ts";
import type { PriceChange } from "#server/catalogue/refresh/price-changes.ts";
import { operation } from "#server/http/operation.ts";
import { hoursRecord } from "./price-record.ts";

type PlanRecord = z.output<typeof PricePlan>;

export const planPrices = operation(endpoint)(async (gateway, { body }) => ({
  data: planRecord(await planOf(gateway, body)),
}));

function planRecord(plan: RefreshPlan): PlanRecord {
  const { id, document, changes, rows, endpoints, removed, unchanged } = plan;
  const pricesOf = Map.groupBy(rows, ({ modelEndpoint }) => modelEndpoint);
  return {
    plan_id: id,
    format: document.format,
    source: document.source,
    source_revision: document.revision,
    as_of: document.asOf,
    changes: changes.map(changeRecord),
    models_added: endpoints.map(({ id, model }) => ({
      model,
      model_endpoint: id,
      prices: pricesOf.get(id)?.length ?? 0,
    })),
    models_removed: removed,
    unchanged,
  };
}

function changeRecord(change: PriceChange): PlanRecord["changes"][number] {
  return {
    model_endpoint: change.modelEndpoint,
    unit: change.unit,
    min_prompt_tokens: change.minPromptTokens,
    service_tier: change.serviceTier,
    variant: change.variant ?? null,
    hours_utc: change.hoursUtc ? hoursRecord(change.hoursUtc) : null,
    old_nano_usd_per_million: change.old,
    new_nano_usd_per_million: change.new,
    percent: change.percent,
  };
}
