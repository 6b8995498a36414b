import { beforeEach, describe, expect, test } from "vitest";
import { keyLimit } from "#server/ledger/limits/key-limit.ts";
import { createLeases, type LeaseStore, type Leases } from "#server/ledger/limits/leases.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { reserve, spentBy } from "#server/ledger/limits/limits.ts";

let nowMs: number;
let leases: Leases;

beforeEach(() => {
  // A Wednesday
  nowMs = Date.parse("2026-04-15T23:59:00Z");
  leases = createLeases(fullBudget(), { parts: 1, now: () => nowMs });
});

const NOTHING_HELD = { othersNanoUsd: 0, spentNanoUsd: 0, ownNanoUsd: 0 };

/** A store without any spending except its leases. */
function fullBudget(): LeaseStore {
  const given = new Map<string, number>();
  return {
    async acquire({ account, periodStart, limitNanoUsd, needNanoUsd }) {
      const name = `${account} ${periodStart}`;
      const room = limitNanoUsd - (given.get(name) ?? 0);
      if (room < needNanoUsd) return { ...NOTHING_HELD, grantedNanoUsd: 0 };
      given.set(name, limitNanoUsd);
      return { ...NOTHING_HELD, grantedNanoUsd: room };
    },
    async giveBack(rest) {
      for (const { account, periodStart, nanoUsd } of rest) {
        const name = `${account} ${periodStart}`;
        given.set(name, (given.get(name) ?? 0) - nanoUsd);
      }
    },
    askBack: async () => undefined,
    handOver: async () => undefined,
  };
}

function limit(changes: Partial<Limit> = {}): Limit {
  return {
    account: "key:1",
    title: "the spending limit of key sk-sb-…1234",
    payerKind: "limit",
    payerId: "1",
    nanoUsd: 100,
    interval: null,
    includeByok: false,
    ...changes,
  };
}

const take = async (limits: readonly Limit[], nanoUsd: number) => reserve(leases, limits, nanoUsd, nowMs);

describe("budget under a limit", () => {
  test("is reserved by running requests and released when they cost less", async () => {
    const first = await take([limit()], 60);
    await expect(take([limit()], 41)).rejects.toMatchObject({ status: 402 });
    (await take([limit()], 40)).settle(spentBy(0, false));
    first.settle(spentBy(10, false));
    await take([limit()], 90);
    await expect(take([limit()], 1)).rejects.toThrow("Insufficient credits");
  });

  test.each([
    ["key:1", "on the key's page"],
    ["guardrail:key:1:daily", "on the guardrail's page"],
    ["budget:1:monthly", "in the workspace's settings"],
    ["credits:1", "on the console's Credits page"],
  ])("%s: a rejection says where to raise it", async (account, place) => {
    await expect(take([limit({ account })], 101)).rejects.toThrow(place);
  });

  test("is reserved under all limits of a request or none", async () => {
    const wide = limit({ account: "budget:1", nanoUsd: 1_000 });
    await expect(take([wide, limit({ nanoUsd: 10 })], 11)).rejects.toThrow("the spending limit of key");
    await take([wide], 1_000);
  });

  test("is reserved immediately if this process holds it", async () => {
    (await take([limit()], 1)).settle(spentBy(1, false));
    expect(reserve(leases, [limit()], 99, nowMs)).not.toBeInstanceOf(Promise);
  });

  test.each([
    ["daily", "2026-04-16T00:00:00.000Z"],
    ["weekly", "2026-04-20T00:00:00.000Z"],
    ["monthly", "2026-05-01T00:00:00.000Z"],
  ] as const)(
    "is restored when a %s limit resets, not before, and the rejection says when",
    async (interval, resetsAt) => {
      await take([limit({ interval })], 100);
      nowMs = Date.parse(resetsAt) - 1;
      await expect(take([limit({ interval })], 1)).rejects.toMatchObject({
        message: expect.stringContaining(resetsAt),
        metadata: { limit: "key", limit_reset: interval, resets_at: resetsAt },
      });
      nowMs += 1;
      await take([limit({ interval })], 100);
    },
  );

  test("is never restored under a limit without a reset", async () => {
    await take([limit()], 100);
    nowMs = Date.parse("2031-01-01T00:00:00Z");
    await expect(take([limit()], 1)).rejects.toThrow("never resets");
  });

  test("is charged to the period in which a request started, even if it ends in the next", async () => {
    const daily = limit({ interval: "daily" });
    const running = await take([daily], 50);
    nowMs = Date.parse("2026-04-16T00:01:00Z");
    const next = await take([daily], 100);
    running.settle(spentBy(30, false));
    await expect(take([daily], 1)).rejects.toThrow();
    next.settle(spentBy(99, false));
    await take([daily], 1);
  });

  test("is charged to the starting period if a request grows after that period ends", async () => {
    const daily = limit({ interval: "daily" });
    const running = await take([daily], 50);
    nowMs = Date.parse("2026-04-16T00:01:00Z");
    expect(await running.extend(50)).toBe(true);
    expect(await running.extend(1)).toBe(false);
    running.settle(spentBy(100, false));
    const next = await take([daily], 100);
    next.settle(spentBy(0, false));
    await take([daily], 100);
  });

  test("is charged to the period in which a request arrived, even if it reserves in the next", async () => {
    const daily = limit({ interval: "daily" });
    const cameInMs = nowMs;
    nowMs = Date.parse("2026-04-16T00:00:00Z");
    await take([daily], 60);
    const late = await reserve(leases, [daily], 100, cameInMs);
    await expect(reserve(leases, [daily], 1, cameInMs)).rejects.toThrow("does not cover");
    late.settle(spentBy(100, false));
    await take([daily], 40);
    await expect(take([daily], 1)).rejects.toThrow();
  });

  test("released under a higher limit is not available under a lower one", async () => {
    const running = await Promise.all([take([limit()], 40), take([limit()], 40)]);
    await leases.release("key:1");
    for (const call of running) call.settle(spentBy(5, false));
    await expect(take([limit({ nanoUsd: 10 })], 1)).rejects.toThrow();
  });

  test("overspent under a higher limit is owed under a lower one", async () => {
    const running = await take([limit()], 10);
    const other = await take([limit({ nanoUsd: 90 })], 10);
    running.settle(spentBy(50, false));
    other.settle(spentBy(0, false));
    await expect(take([limit({ nanoUsd: 90 })], 51)).rejects.toThrow();
  });

  test("is fully restored after a reservation that failed in the database", async () => {
    const store = fullBudget();
    const broken = limit({ account: "budget:1" });
    leases = createLeases(
      {
        ...store,
        acquire: async (request) => {
          if (request.account === broken.account) throw new Error("the database is away");
          return store.acquire(request);
        },
      },
      { parts: 1, now: () => nowMs },
    );
    await expect(take([limit(), broken], 60)).rejects.toThrow("the database is away");
    expect(leases.holds(limit(), 100)).toBe(true);
  });

  test("that was lost is not released by its requests, whose cost still counts", async () => {
    const running = await take([limit()], 60);
    leases.lose();
    expect(running.settle(spentBy(50, false))).toMatchObject([
      { account: "", payerKind: "limit", payerId: "1", nanoUsd: 50 },
    ]);
    expect(leases.holds(limit(), 1)).toBe(false);
  });

  test("is returned when too many are held, as when a caller invents end users", async () => {
    const held = new Set<string>();
    const store = fullBudget();
    const counted: LeaseStore = {
      ...store,
      acquire: (request) => {
        held.add(request.account);
        return store.acquire(request);
      },
      giveBack: async (rest) => {
        await store.giveBack(rest);
        for (const { account } of rest) held.delete(account);
      },
    };
    leases = createLeases(counted, { parts: 1, now: () => nowMs, mostAccounts: 100 });
    const running = await take([limit()], 60);
    for (let user = 0; user < 2_000; user++) {
      nowMs += 10;
      (await take([limit({ account: `shared:1:user-${user}` })], 60)).settle(spentBy(20, false));
    }
    expect(held.size).toBeLessThan(400);
    running.settle(spentBy(20, false));
    await expect(take([limit({ account: "shared:1:user-7" })], 81)).rejects.toThrow();
    await take([limit({ account: "shared:1:user-7" })], 80);
    await take([limit()], 80);
  });

  test("stays held if it could not be released", async () => {
    const away = async () => Promise.reject(new Error("the database is away"));
    leases = createLeases({ ...fullBudget(), giveBack: away }, { parts: 1, now: () => nowMs });
    (await take([limit()], 60)).settle(spentBy(0, false));
    await leases.release("key:1");
    expect(leases.holds(limit(), 100)).toBe(true);
  });

  test("is not used by BYOK requests unless the limit says so", async () => {
    (await take([limit()], 100)).settle(spentBy(100, true));
    await take([limit()], 100);
    const including = limit({ account: "key:2", includeByok: true });
    (await take([including], 100)).settle(spentBy(100, true));
    await expect(take([including], 1)).rejects.toThrow();
  });

  test("is only needed for system credentials if BYOK does not count", async () => {
    const including = limit({ account: "key:2", includeByok: true });
    (await take([limit()], 90)).settle(spentBy(120, false));
    const own = await reserve(leases, [limit(), including], 60, nowMs, 0);
    expect(await own.extend(40, true)).toBe(true);
    expect(await own.extend(1, true)).toBe(false);
    own.settle(spentBy(70, true));
    await take([including], 30);
    await expect(take([limit()], 1)).rejects.toThrow();
  });

  test("is extended for a request that outgrows its worst case, as long as any is left", async () => {
    const running = await take([limit()], 60);
    expect(await running.extend(40)).toBe(true);
    expect(await running.extend(1)).toBe(false);
    expect(running.reservedNanoUsd()).toBe(100);
    running.settle(spentBy(70, false));
    await take([limit()], 30);
  });

  test("is not held by an extension that is granted after the request has ended", async () => {
    const running = await take([limit()], 60);
    const late = running.extend(40);
    running.settle(spentBy(10, false));
    expect(await late).toBe(false);
    await take([limit()], 90);
  });

  test("is zero after a request that cost more than was reserved, and never exceeds the limit", async () => {
    (await take([limit()], 90)).settle(spentBy(120, false));
    await expect(take([limit()], 1)).rejects.toThrow();
  });
});

describe("a key", () => {
  const key = { label: "sk-sb-…1234", stableId: "1", limitNanoUsd: 5, limitReset: null, includeByokInLimit: false };

  test("is unlimited without a limit", () => {
    expect(keyLimit({ ...key, limitNanoUsd: null })).toBeUndefined();
  });

  test("has no budget with a limit of zero", async () => {
    const nothing = keyLimit({ ...key, limitNanoUsd: 0 }) as Limit;
    await expect(take([nothing], 1)).rejects.toThrow(key.label);
    await take([nothing], 0);
  });
});
