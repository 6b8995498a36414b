import { listCreditAdjustments as endpoint } from "#lib/contract/credits.ts";
import { listAdjustments } from "#server/data/credits.ts";
import { operation } from "#server/http/operation.ts";
import { adjustmentRecord } from "./adjustment-record.ts";

export const listCreditAdjustments = operation(endpoint)(async (gateway, { principal, query }) => {
  const { queries } = gateway.database;
  const { rows, total } = await listAdjustments(queries, principal.organizationId, query.offset, query.limit);
  return { data: rows.map(adjustmentRecord), total_count: total };
});
