import { getGenerationSession as endpoint } from "#lib/contract/generation-sessions.ts";
import { type ListQuery, listGenerations } from "#server/data/generation-list.ts";
import { listSessions } from "#server/data/generation-sessions.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { keyNames } from "../key-names.ts";
import { ledgerSelection } from "../ledger-selection.ts";
import { cursorOf, positionOf } from "../list-cursor.ts";
import { sessionRecord } from "./session-record.ts";
import { COMPARED, sessionTurns } from "./session-turns.ts";

const TIMEOUT_MS = 10_000;

/** Like a search, it shows stored content to those who see the requests: management keys, and users their own. */
export const getGenerationSession = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger, contents } = gateway;
  const { embedded } = database;
  const { workspaceId } = principal;
  const after = query.cursor === undefined ? undefined : positionOf(query.cursor);
  const selected = ledgerSelection(principal, workspaceId, { session_id: query.session_id });
  await ledger.flush();
  await contents.flush();
  const { rows: found, asOf } = await database.read(async (pool) => {
    const list = (more: Pick<ListQuery, "after" | "limit" | "isOldestFirst">) =>
      listGenerations({ pool, embedded }, { ...selected, ...more, timeoutMs: TIMEOUT_MS });
    const { rows } = await listSessions({ pool, embedded }, { ...selected, limit: 1, mostRows: 1 });
    const turns = await list({ after, limit: query.limit + 1, isOldestFirst: true });
    const earlier = after && turns[0] ? await list({ after: turns[0], limit: COMPARED }) : [];
    return { session: rows[0], turns, earlier: earlier.toReversed() };
  });
  if (!found.session) throw new HttpError(404, "Session not found");
  const page = found.turns.slice(0, query.limit);
  const last = found.turns.length > page.length ? page.at(-1) : undefined;
  const keys = await keyNames(gateway, principal, [found.session, ...page]);
  return {
    data: {
      session: sessionRecord(found.session, keys),
      turns: await sessionTurns(gateway, { workspaceId, keys, earlier: found.earlier, turns: page }),
    },
    cursor: last ? cursorOf(last) : null,
    ...(asOf && { as_of: asOf }),
  };
});
