import { endPriceOverride as endpoint } from "#lib/contract/prices.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { endOverride } from "#server/data/prices.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedPrices } from "./changed-prices.ts";
import { storedRecord } from "./price-record.ts";

export const endPriceOverride = operation(endpoint)(async (call) => {
  const open = gateway();
  const row = await endOverride(open.database.queries, call.params.id, new Date(open.now()));
  if (!row) throw new HttpError(404, "No such override, or it has ended before");
  await changedPrices(open);
  const data = storedRecord(open.catalogue, row, false);
  const target = { type: "price", id: row.id, name: data.model_endpoint ?? data.provider };
  await recordChange(call, { action: "price.end", target, after: data, workspaceId: null });
  return { data };
});
