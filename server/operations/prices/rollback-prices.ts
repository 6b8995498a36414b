import { rollbackPrices as endpoint } from "#lib/contract/price-refresh.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { endRefresh } from "#server/data/prices.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { authorOf } from "./author-of.ts";
import { publishPrices } from "./publish-prices.ts";

export const rollbackPrices = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const prices = await gateway.database.queries.transaction(async (queries) => {
    const before = await endRefresh(queries, body.batch_id, new Date(gateway.now()), authorOf(principal));
    if (!before) throw new HttpError(404, "There is no such refresh, or it has already been rolled back");
    const target = { type: "price_refresh", id: body.batch_id };
    await recordChange(queries, call, { action: "price_refresh.rollback", target, before, workspaceId: null });
    return before.prices;
  });
  await publishPrices(gateway);
  return { data: { batch_id: body.batch_id, prices } };
});
