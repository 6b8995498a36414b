import type pg from "pg";

/** Returns whether the database responds to a query within the time. */
export function respondsWithin(pool: pg.Pool, timeoutMs: number): Promise<boolean> {
  return new Promise((done) => {
    const late = setTimeout(() => done(false), timeoutMs);
    pool
      .query("select 1")
      .then(
        () => done(true),
        () => done(false),
      )
      .finally(() => clearTimeout(late));
  });
}
