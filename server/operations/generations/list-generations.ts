import { listGenerations as endpoint } from "#lib/contract/generation-list.ts";
import { listGenerations as listRows } from "#server/data/generation-list.ts";
import { operation } from "#server/http/operation.ts";
import { keyNames } from "./key-names.ts";
import { ledgerSelection } from "./ledger-selection.ts";
import { cursorOf, positionOf } from "./list-cursor.ts";
import { summaryRecord } from "./summary-record.ts";

/** No index helps filters that few rows match. */
const TIMEOUT_MS = 10_000;

export const listGenerations = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger } = gateway;
  const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
  await ledger.flush();
  const filter = {
    ...ledgerSelection(principal, principal.workspaceId, query),
    ...(after && { after }),
    ...(query.finished_after && { finishedAfter: new Date(query.finished_after) }),
    ...(query.filters && { timeoutMs: TIMEOUT_MS }),
    limit: query.limit + 1,
  };
  const { embedded } = database;
  const { rows, asOf } = await database.read((pool) => listRows({ pool, embedded }, filter));
  const page = rows.slice(0, query.limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  const keys = await keyNames(gateway, principal, page);
  return {
    data: page.map((row) => summaryRecord(row, keys)),
    cursor: last ? cursorOf(last) : null,
    ...(asOf && { as_of: asOf }),
  };
});
