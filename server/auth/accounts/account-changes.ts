import type { Database, Transaction } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";
import { type Library, type LibraryOptions, openLibrary } from "./better-auth.ts";

/** Writes the audit entry of a change, in the transaction of the change. */
export type RecordOf<Result> = (queries: Transaction, result: Result) => Promise<void>;

export type ChangeByLibrary = <Result>(
  change: (library: Library, queries: Transaction) => Promise<Result>,
  record: RecordOf<Result>,
) => Promise<Result>;

/**
 * Runs a change made through the accounts library and its audit entry in one transaction. The library cannot join our
 * transaction, so an instance is opened on the transaction's own queries, which takes a few milliseconds. If the
 * library rejects the change, what it has written so far stays: a used challenge, a counted wrong code.
 */
export function createChangeByLibrary(database: Database, options: Omit<LibraryOptions, "queries">): ChangeByLibrary {
  return async (change, record) => {
    const outcome = await database.queries.transaction(async (queries) => {
      const changed = await change(openLibrary({ ...options, queries }), queries).then(
        (result) => ({ result }),
        refusalOf,
      );
      if ("result" in changed) await record(queries, changed.result);
      return changed;
    });
    if ("refusal" in outcome) throw outcome.refusal;
    return outcome.result;
  };
}

function refusalOf(error: unknown): { refusal: HttpError } {
  if (error instanceof HttpError) return { refusal: error };
  throw error;
}
