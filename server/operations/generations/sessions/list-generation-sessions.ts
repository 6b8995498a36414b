import { listGenerationSessions as endpoint, MAX_SESSION_RECORDS } from "#lib/contract/generation-sessions.ts";
import { listSessions } from "#server/data/generation-sessions.ts";
import { operation } from "#server/http/operation.ts";
import { boundedSelection } from "../bounded-selection.ts";
import { keyNames } from "../key-names.ts";
import { cursorOf, positionOf } from "../list-cursor.ts";
import { sessionRecord } from "./session-record.ts";

export const listGenerationSessions = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger } = gateway;
  const { cursor, limit, ...filters } = query;
  const selected = boundedSelection(gateway, principal, filters);
  const after = cursor === undefined ? undefined : positionOf(cursor);
  await ledger.flush();
  const { embedded } = database;
  const wanted = { ...selected, after, limit, mostRows: MAX_SESSION_RECORDS };
  const { rows: page, asOf } = await database.read((pool) => listSessions({ pool, embedded }, wanted));
  const keys = await keyNames(gateway, principal, page.rows);
  return {
    data: page.rows.map((row) => sessionRecord(row, keys)),
    cursor: page.next ? cursorOf(page.next) : null,
    ...(asOf && { as_of: asOf }),
  };
});
