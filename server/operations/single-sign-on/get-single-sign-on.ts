import { getSingleSignOn as endpoint } from "#lib/contract/single-sign-on.ts";
import { loadSingleSignOn } from "#server/data/single-sign-on.ts";
import { operation } from "#server/http/operation.ts";
import { signOnRecord } from "./sign-on-record.ts";

export const getSingleSignOn = operation(endpoint)(async (gateway, { principal }) => {
  const rows = await loadSingleSignOn(gateway.database.queries);
  const own = rows.find(({ organizationId }) => organizationId === principal.organizationId);
  return { data: own ? signOnRecord(gateway, own) : null };
});
