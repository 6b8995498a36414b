import { applyPrices as endpoint } from "#lib/contract/price-refresh.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { applyRefresh } from "#server/catalogue/refresh/apply.ts";
import { planOf } from "#server/catalogue/refresh/plan-of.ts";
import { operation } from "#server/http/operation.ts";
import { authorOf } from "./author-of.ts";
import { publishPrices } from "./publish-prices.ts";

export const applyPrices = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const plan = await planOf(gateway, body);
  const at = new Date(gateway.now());
  const { batchId, ...counts } = await gateway.database.queries.transaction(async (queries) => {
    const { batchId: id, ...after } = await applyRefresh(queries, plan, body.plan_id, at, authorOf(principal));
    const target = { type: "price_refresh", id, name: plan.document.source };
    await recordChange(queries, call, { action: "price_refresh.apply", target, after, workspaceId: null });
    return { batchId: id, ...after };
  });
  await publishPrices(gateway);
  return { data: { batch_id: batchId, ...counts } };
});
