import type pg from "pg";
import { HttpError, isDatabaseUnavailable } from "#server/errors.ts";
import type { Replica } from "./replica.ts";

/** `asOf`: changes after this time (ISO) may be missing; undefined if none are. */
export type Read<T> = { rows: T; asOf?: string };

/** Runs a query that may miss changes of the last moments. */
export type Reader = <T>(query: (pool: pg.Pool) => Promise<T>) => Promise<Read<T>>;

/** Returns a reader that uses the replica, or the primary if no replica is set, reachable and able to finish the query. */
export function createReader(primary: pg.Pool, replica: Replica | undefined): Reader {
  return async (query) => {
    const asOfMs = replica?.asOfMs();
    if (!replica || asOfMs === undefined) return { rows: await query(primary) };
    try {
      return { rows: await query(replica.pool), asOf: new Date(asOfMs).toISOString() };
    } catch (error) {
      // A query that takes too long would not be faster on the primary.
      if (error instanceof HttpError && !isDatabaseUnavailable(error)) throw error;
      return { rows: await query(primary) };
    }
  };
}
