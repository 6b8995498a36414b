import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acquireLease, dropLeases, handOverLease, keepLeases, returnLeases, sweepLeases } from "#server/data/leases.ts";
import { createLeases, type LeaseStore } from "#server/ledger/limits/leases.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

const NOON = Date.parse("2026-11-21T12:00:00Z");

describe.each(databases)("a limit on %s", (_name, open) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  function newLimit(nanoUsd: number, changes: Partial<Limit> = {}): Limit {
    const id = crypto.randomUUID();
    return {
      account: `key:${id}`,
      title: "the limit",
      payerKind: "limit",
      payerId: id,
      nanoUsd,
      interval: null,
      includeByok: false,
      ...changes,
    };
  }

  function newProcess(parts: number, now = () => NOON) {
    const id = crypto.randomUUID();
    const { pool } = opened.database;
    const store: LeaseStore = {
      acquire: (request) => acquireLease(pool, id, request),
      giveBack: (rest) => returnLeases(pool, id, rest),
      handOver: (holder, room) => handOverLease(pool, id, holder, room),
      askBack: async (account) => {
        for (const other of processes) if (other.id !== id) await other.leases.release(account);
      },
    };
    const process = { id, leases: createLeases(store, { parts, now, pauseMs: 1 }) };
    processes.push(process);
    return process;
  }
  const processes: { id: string; leases: ReturnType<typeof createLeases> }[] = [];

  async function spend(limit: Limit, day: string, nanoUsd: number, byokNanoUsd = 0) {
    await opened.database.pool.query(
      "insert into spend (payer_kind, payer_id, day, cost_nano_usd, byok_nano_usd, requests) values ($1, $2, $3, $4, $5, 1)",
      [limit.payerKind, limit.payerId, day, nanoUsd, byokNanoUsd],
    );
  }

  test("is never overspent by 256 simultaneous calls in four processes", async () => {
    const limit = newLimit(100);
    const four = Array.from({ length: 4 }, () => newProcess(4));
    const taken = await Promise.all(Array.from({ length: 256 }, (_, index) => four[index % 4]?.leases.take(limit, 7)));
    expect(taken.filter(Boolean)).toHaveLength(14);
  });

  test("is leased entirely to a single process with one query", async () => {
    const limit = newLimit(1_000);
    const { leases } = newProcess(1);
    expect(await leases.take(limit, 10)).toBeDefined();
    for (let call = 0; call < 99; call++) expect(leases.take(limit, 10)).not.toBeInstanceOf(Promise);
    expect(await leases.take(limit, 1)).toBeUndefined();
  });

  test("counts earlier spending only within its period", async () => {
    const limit = newLimit(100, { interval: "daily" });
    await spend(limit, "2026-11-20", 1_000);
    await spend(limit, "2026-11-21", 60);
    const { leases } = newProcess(1);
    expect(await leases.take(limit, 41)).toBeUndefined();
    expect(await leases.take(limit, 40)).toBeDefined();
  });

  test("counts BYOK spending only if configured", async () => {
    const without = newLimit(100);
    const included = newLimit(100, { includeByok: true });
    for (const limit of [without, included]) await spend(limit, "2026-11-21", 0, 60);
    const { leases } = newProcess(1);
    expect(await leases.take(without, 100)).toBeDefined();
    expect(await leases.take(included, 41)).toBeUndefined();
  });

  test("is fully available in the next period", async () => {
    let nowMs = Date.parse("2026-11-21T23:59:59.999Z");
    const limit = newLimit(100, { interval: "daily" });
    const { leases } = newProcess(1, () => nowMs);
    expect(await leases.take(limit, 100)).toBeDefined();
    expect(await leases.take(limit, 1)).toBeUndefined();
    nowMs += 1;
    expect(await leases.take(limit, 100)).toBeDefined();
  });

  test("gets unused reservations back", async () => {
    const limit = newLimit(100);
    const { leases } = newProcess(1);
    const account = await leases.take(limit, 100);
    leases.settle(account as NonNullable<typeof account>, 100, 30);
    expect(await leases.take(limit, 71)).toBeUndefined();
    expect(await leases.take(limit, 70)).toBeDefined();
  });

  test("held idle by one process is given to another that needs it", async () => {
    const limit = newLimit(100);
    const [first, second] = [newProcess(1), newProcess(1)];
    const account = await first.leases.take(limit, 10);
    first.leases.settle(account as NonNullable<typeof account>, 10, 0);
    expect(await second.leases.take(limit, 90)).toBeDefined();
  });

  test("exceeded by one process's call is unavailable to others, and the excess counts once", async () => {
    const limit = newLimit(100);
    const [first, second] = [newProcess(8), newProcess(8)];
    const account = await first.leases.take(limit, 10);
    first.leases.settle(account as NonNullable<typeof account>, 10, 60);
    await spend(limit, "2026-11-21", 60);
    await opened.database.pool.query("update lease set amount_nano_usd = amount_nano_usd - 60 where process_id = $1", [
      first.id,
    ]);
    expect(await second.leases.take(limit, 41)).toBeUndefined();
    expect(await first.leases.take(limit, 40)).toBeDefined();
  });

  test("applies with its new value once it changes", async () => {
    const limit = newLimit(100);
    const { leases } = newProcess(1);
    await leases.take(limit, 10);
    await leases.release(limit.account);
    expect(await leases.take({ ...limit, nanoUsd: 50 }, 41)).toBeUndefined();
    expect(await leases.take({ ...limit, nanoUsd: 50 }, 40)).toBeDefined();
  });

  test("is released when its process dies, and not before", async () => {
    const limit = newLimit(100);
    const [dead, alive] = [newProcess(1), newProcess(1)];
    await dead.leases.take(limit, 100);
    await sweepLeases(opened.database.pool);
    expect(await alive.leases.take(limit, 1)).toBeUndefined();
    await opened.database.pool.query("update lease set expires_at = now() - interval '1 s' where process_id = $1", [
      dead.id,
    ]);
    await keepLeases(opened.database.pool, alive.id);
    await sweepLeases(opened.database.pool);
    expect(await alive.leases.take(limit, 100)).toBeDefined();
  });

  test("leaves no row of a live process once it is used up or returned", async () => {
    const { pool } = opened.database;
    const [used, returned, held] = [newLimit(100), newLimit(100), newLimit(100)];
    const { id, leases } = newProcess(1);
    for (const limit of [used, returned, held]) await leases.take(limit, 10);
    await leases.release(returned.account);
    await pool.query("update lease set amount_nano_usd = 0 where account = any($1)", [
      [used.account, returned.account],
    ]);
    await pool.query("update lease set expires_at = now() - interval '1 s' where process_id = $1", [id]);
    await keepLeases(pool, id);
    await sweepLeases(pool);
    const { rows } = await pool.query("select account from lease where process_id = $1", [id]);
    expect(rows).toEqual([{ account: held.account }]);
  });

  test("cannot be spent by a process that returns after being silent for too long", async () => {
    const limit = newLimit(100);
    const [silent, other] = [newProcess(1), newProcess(1)];
    const running = await silent.leases.take(limit, 10);
    await opened.database.pool.query("update lease set expires_at = now() - interval '1 s' where process_id = $1", [
      silent.id,
    ]);
    await sweepLeases(opened.database.pool);
    expect(await other.leases.take(limit, 90)).toBeDefined();
    silent.leases.lose();
    await dropLeases(opened.database.pool, silent.id);
    silent.leases.settle(running as NonNullable<typeof running>, 10, 4);
    expect(await silent.leases.take(limit, 11)).toBeUndefined();
    expect(await silent.leases.take(limit, 10)).toBeDefined();
  });

  test("is released when its process exits", async () => {
    const limit = newLimit(100);
    const [ended, other] = [newProcess(1), newProcess(1)];
    await ended.leases.take(limit, 100);
    await dropLeases(opened.database.pool, ended.id);
    expect(await other.leases.take(limit, 100)).toBeDefined();
  });
});
