import { endPriceOverride as endpoint } from "#lib/contract/prices.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { endOverride } from "#server/data/prices.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { storedRecord } from "./price-record.ts";
import { publishPrices } from "./publish-prices.ts";

export const endPriceOverride = operation(endpoint)(async (gateway, call) => {
  const data = await gateway.database.queries.transaction(async (queries) => {
    const row = await endOverride(queries, call.params.id, new Date(gateway.now()));
    if (!row) throw new HttpError(404, "There is no such override, or it has already ended");
    const after = storedRecord(gateway.catalogue, row, false);
    const target = { type: "price", id: row.id, name: after.model_endpoint ?? after.provider };
    await recordChange(queries, call, { action: "price.end", target, after, workspaceId: null });
    return after;
  });
  await publishPrices(gateway);
  return { data };
});
