import { listGenerationAttempts as endpoint } from "#lib/contract/generation-attempts.ts";
import { type AttemptPosition, listAttempts } from "#server/data/generation-attempts.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { boundedSelection } from "../bounded-selection.ts";
import { cursorOf, positionOf } from "../list-cursor.ts";
import { attemptSummary } from "./attempt-summary.ts";

export const listGenerationAttempts = operation(endpoint)(async (gateway, { principal, query }) => {
  const { database, ledger } = gateway;
  const { cursor, limit, attempt_provider: provider, attempt_outcome: outcome, ...filters } = query;
  const selected = boundedSelection(gateway, principal, filters);
  const after = cursor === undefined ? undefined : attemptPositionOf(cursor);
  await ledger.flush();
  const { embedded } = database;
  const wanted = { ...selected, provider, outcome, after, limit: limit + 1 };
  const { rows, asOf } = await database.read((pool) => listAttempts({ pool, embedded }, wanted));
  const page = rows.slice(0, limit);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    data: page.map(attemptSummary),
    cursor: last ? cursorOf({ at: last.at, id: `${last.id} ${last.number}` }) : null,
    ...(asOf && { as_of: asOf }),
  };
});

function attemptPositionOf(cursor: string): AttemptPosition {
  const { at, id } = positionOf(cursor);
  const [, generation, number] = /^(.+) (\d{1,9})$/.exec(id) ?? [];
  if (!generation) throw new HttpError(400, "Invalid query: cursor: does not belong to this list");
  return { at, id: generation, number: Number(number) };
}
