import { exportChargeback as endpoint } from "#lib/contract/chargeback.ts";
import { findOrganization } from "#server/data/accounts.ts";
import { operation } from "#server/http/operation.ts";
import { chargeLines } from "./charge-lines.ts";
import { chargebackScope } from "./chargeback-scope.ts";
import { focusLines } from "./focus-lines.ts";
import { tagLines } from "./tag-lines.ts";

export const exportChargeback = operation(endpoint)(async (gateway, { principal, query, departure }) => {
  const scope = await chargebackScope(gateway, principal, query);
  const organization = await findOrganization(gateway.database.queries, principal.organizationId);
  await gateway.rollups.catchUp();
  const parts = {
    csv: () => chargeLines(gateway, scope),
    tags: () => tagLines(gateway, scope),
    focus: () => focusLines(gateway, scope, organization),
  }[query.format]();
  // Read before the response starts, so that a failure still gets an error status.
  const first = await parts.next();
  const suffix = query.format === "csv" ? "" : `-${query.format}`;
  return {
    status: 200,
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="chargeback-${scope.month}${suffix}.csv"`,
      "cache-control": "no-store",
    },
    async body(sink) {
      for (let part = first; !part.done && !departure.aborted; part = await parts.next()) {
        if (!sink.write(part.value)) await sink.drained();
      }
    },
  };
});
