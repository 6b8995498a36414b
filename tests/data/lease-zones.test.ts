import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { acquireLease, returnLeases } from "#server/data/leases.ts";
import { mergeSpend } from "#server/data/merge-spend.ts";
import { readSpent } from "#server/data/spend.ts";
import { createLeases, type LeaseStore } from "#server/ledger/limits/leases.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";

describe.each(databases)("a limit in a time zone on %s", (_name, open) => {
  let opened: TestDatabase;
  let nowMs = Date.parse("2026-11-26T12:00Z");
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened.close());

  function newLimit(changes: Partial<Limit> = {}): Limit {
    const id = crypto.randomUUID();
    const payer = { account: `budget:${id}`, title: "the limit", payerKind: "workspace", payerId: id };
    return { ...payer, nanoUsd: 100, interval: "daily", includeByok: false, timeZone: "Asia/Kathmandu", ...changes };
  }

  function newProcess() {
    const id = crypto.randomUUID();
    const { pool } = opened.database;
    const store: LeaseStore = {
      acquire: (request) => acquireLease(pool, id, request),
      giveBack: (rest) => returnLeases(pool, id, rest),
      handOver: async () => undefined,
      askBack: async () => undefined,
    };
    return createLeases(store, { parts: 8, now: () => nowMs, pauseMs: 1 });
  }

  const spend = (payer: string, day: string, nanoUsd: number) =>
    opened.database.pool.query(
      "insert into spend (payer_kind, payer_id, day, cost_nano_usd, requests) values ('workspace', $1, $2, $3, 1)",
      [payer, day, nanoUsd],
    );

  /** Returns the most that can be taken at once. */
  async function roomOf(limit: Limit): Promise<number> {
    for (let nanoUsd = limit.nanoUsd; nanoUsd > 0; nanoUsd--) {
      const leases = newProcess();
      const account = await leases.take(limit, nanoUsd);
      if (!account) continue;
      leases.settle(account, nanoUsd, 0);
      await leases.release(limit.account);
      return nanoUsd;
    }
    return 0;
  }

  test("counts what was spent since local midnight, to the quarter of an hour", async () => {
    const limit = newLimit();
    await spend(limit.payerId, "2026-11-25T18:00", 50);
    await spend(limit.payerId, "2026-11-25T18:15", 20);
    await spend(limit.payerId, "2026-11-26T12:00", 10);
    expect(await roomOf(limit)).toBe(70);
    expect(await roomOf({ ...limit, timeZone: "America/New_York" })).toBe(90);
    expect(await roomOf({ ...limit, interval: "monthly" })).toBe(20);
    nowMs = Date.parse("2026-11-26T18:15Z");
    expect(await roomOf(limit)).toBe(100);
    nowMs = Date.parse("2026-11-26T12:00Z");
  });

  test("counts a day that is stored as a whole if the period starts in it", async () => {
    const limit = newLimit();
    await spend(limit.payerId, "2026-11-24", 50);
    await spend(limit.payerId, "2026-11-25", 20);
    expect(await roomOf(limit)).toBe(80);
  });

  test("does not let calls in progress spend again when the zone changes", async () => {
    const before = newLimit({ timeZone: "Europe/Berlin" });
    const after = { ...before, timeZone: "America/New_York" };
    const [one, other] = [newProcess(), newProcess()];
    const account = await one.take(before, 60);
    expect(account).toBeDefined();
    // The first process still holds 60 for its request; the rest of its lease it has returned.
    await one.release(before.account);
    expect(await other.take(after, 41)).toBeUndefined();
    const taken = await other.take(after, 40);
    expect(taken).toBeDefined();
    expect(await newProcess().take(before, 1)).toBeUndefined();
  });

  test("keeps no spending of end users under a budget that is gone", async () => {
    const { pool } = opened.database;
    const kind = `budget:${crypto.randomUUID()}`;
    const text = "insert into spend (payer_kind, payer_id, day) values ($1, 'anna', '2026-11-25T18:00')";
    await pool.query(text, [kind]);
    await mergeSpend(pool, nowMs);
    const { rows } = await pool.query("select from spend where payer_kind = $1", [kind]);
    expect(rows).toEqual([]);
  });

  test("has the same sums after old parts are merged into days", async () => {
    const { payerId } = newLimit();
    const days = Array.from({ length: 40 }, (_, ago) => new Date(nowMs - ago * 86_400_000).toISOString().slice(0, 10));
    for (const day of days)
      for (const time of ["00:00", "05:30", "18:15", "23:45"]) await spend(payerId, `${day}T${time}`, 1);
    const { queries, pool } = opened.database;
    const starts = ["2026-11-01", "2026-10-31T18:15 Asia/Kathmandu", "2026-11-01T04:00 America/New_York"];
    starts.push("2026-11-23", "2026-11-22T18:15 Asia/Kathmandu", "2026-11-26T05:00 America/New_York", "2026-11-20", "");
    const sums = () =>
      Promise.all(
        starts.map(async (start) =>
          (await readSpent(queries, "workspace", [payerId], { start, includeByok: false })).get(payerId),
        ),
      );
    const before = await sums();
    await mergeSpend(pool, nowMs);
    await mergeSpend(pool, nowMs);
    expect(await sums()).toEqual(before);
    const { rows } = await pool.query("select day, cost_nano_usd from spend where payer_id = $1 order by day", [
      payerId,
    ]);
    const merged = rows.filter(({ day }) => day.length === 10).map(({ day }) => day);
    expect(merged.slice(-4)).toEqual(["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"]);
    expect(merged).toHaveLength(33);
  });
});
