import type pg from "pg";
import { databaseUnavailable } from "#server/errors.ts";

/** Lets statements through to a pool while its database responds. */
export type Gate = {
  /** Fails the statements in progress and all later ones at once, with a 503. */
  shut(): void;
  open(): void;
  /** Fails the statements in progress and ends all connections, so that the next statements get new ones. */
  renew(): void;
  /** Since when it is shut (Unix ms); undefined while it is open. */
  shutSinceMs(): number | undefined;
  /** Waits for work that depends on the database. Rejects with a 503 while the gate is shut. */
  unlessShut<T>(work: () => Promise<T>): Promise<T>;
  /** Returns how many callers wait for a connection or use one. */
  inUse(): number;
  /** When a statement last succeeded (Unix ms). */
  heardAtMs(): number;
};

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: (error?: unknown) => void) => void;

const nothing = () => undefined;

/**
 * Puts a gate in front of a pool. A database that accepts connections and never responds would otherwise hold every
 * caller until the system gives up on the connection, which takes minutes.
 */
export function guardPool(pool: pg.Pool): Gate {
  const connect = pool.connect.bind(pool) as (done: Done) => void;
  const waiting = new Set<() => void>();
  const dependent = new Set<() => void>();
  const busy = new Set<pg.PoolClient>();
  let shutSinceMs: number | undefined;
  let heardAtMs = 0;
  // A connection that breaks between two statements of a transaction would otherwise be an uncaught error.
  pool.on("connect", (client) => void client.on("error", nothing));
  pool.on("acquire", (client) => void busy.add(client));
  pool.on("release", (error, client) => {
    busy.delete(client);
    if (!error) heardAtMs = Date.now();
  });
  pool.on("remove", (client) => void busy.delete(client));

  function enter(done: Done): void {
    if (shutSinceMs !== undefined) {
      process.nextTick(done, databaseUnavailable(), undefined, nothing);
      return;
    }
    const fail = () => {
      waiting.delete(fail);
      done(databaseUnavailable(), undefined, nothing);
    };
    waiting.add(fail);
    connect((error, client, release) => {
      if (waiting.delete(fail)) done(error && databaseUnavailable(error), client, release);
      else release?.();
    });
  }

  const enterAsync = () =>
    new Promise<pg.PoolClient>((resolve, reject) =>
      enter((error, client) => (error ? reject(error) : resolve(client as pg.PoolClient))),
    );
  // `query` of the pool, and every transaction, get their connections here.
  pool.connect = ((done?: Done) => (done ? enter(done) : enterAsync())) as pg.Pool["connect"];

  function renew(): void {
    for (const fail of [...waiting, ...dependent]) fail();
    // Ends each connection with a statement in progress at once, which fails that statement.
    for (const client of [...busy]) void (client as unknown as pg.Client).end().catch(nothing);
    // Idle connections may be broken without knowing it.
    for (let left = pool.idleCount; left > 0; left -= 1) connect((_error, _client, release) => release?.(true));
  }

  return {
    shut() {
      shutSinceMs ??= Date.now();
      renew();
    },
    renew,
    open() {
      shutSinceMs = undefined;
    },
    shutSinceMs: () => shutSinceMs,
    async unlessShut(work) {
      if (shutSinceMs !== undefined) throw databaseUnavailable();
      const { promise, reject } = Promise.withResolvers<never>();
      const fail = () => reject(databaseUnavailable());
      dependent.add(fail);
      try {
        return await Promise.race([work(), promise]);
      } finally {
        dependent.delete(fail);
      }
    },
    inUse: () => waiting.size + busy.size,
    heardAtMs: () => heardAtMs,
  };
}
