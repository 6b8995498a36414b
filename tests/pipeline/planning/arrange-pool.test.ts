import { describe, expect, test } from "vitest";
import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";
import { UpstreamError } from "#server/errors.ts";
import { arrangePool } from "#server/pipeline/pools/arrange-pool.ts";
import {
  beginUse,
  newCredentialLoad,
  noteRefusal,
  noteResponse,
  noteResponseHeaders,
} from "#server/pipeline/pools/credential-load.ts";
import type { PoolMember } from "#server/pipeline/pools/pool-member.ts";

const NOW = 1_700_000_000_000;
const ENDPOINT = "acme/model@acme";

type Settings = Partial<Omit<PoolMember, "load">>;

function poolOf(strategy: PoolStrategy, ...settings: Settings[]): { member: PoolMember }[] {
  return settings.map((more, index) => {
    const id = `KEY_${index + 1}`;
    return { member: { id, name: id, weight: 1, tier: 1, strategy, rank: 0, ...more, load: newCredentialLoad() } };
  });
}

/** A deterministic sequence of numbers from 0 to 1 (Park and Miller). */
function sequence(seed = 1) {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function orderOf(pool: { member: PoolMember }[], session?: string, nowMs = NOW, random = sequence()): string[] {
  return arrangePool(pool, { endpointId: ENDPOINT, session, nowMs, random }).map(({ member }) => member.id);
}

/** Records a response with these headers to one request. */
function respond({ member }: { member: PoolMember }, headers: Record<string, string>): void {
  const quota = beginUse(member.load, ENDPOINT);
  noteResponseHeaders({ quota, sequence: quota.begun }, headers, NOW);
}

const left = (requests: number, reset = "60s") => ({
  "x-ratelimit-limit-requests": "100",
  "x-ratelimit-remaining-requests": String(requests),
  "x-ratelimit-reset-requests": reset,
});

describe("a pool", () => {
  test("is spread by weight, with and without sessions", () => {
    const pool = poolOf("weighted", { weight: 6 }, { weight: 3 }, { weight: 1 });
    const random = sequence();
    for (const sessionOf of [() => undefined, (call: number) => `session ${call}`]) {
      const firsts = Array.from({ length: 10_000 }, (_, call) => orderOf(pool, sessionOf(call), NOW, random)[0]);
      const shares = ["KEY_1", "KEY_2", "KEY_3"].map((id) => firsts.filter((first) => first === id).length / 10_000);
      expect(shares[0]).toBeCloseTo(0.6, 1);
      expect(shares[1]).toBeCloseTo(0.3, 1);
      expect(shares[2]).toBeCloseTo(0.1, 1);
    }
  });

  test("moves only the sessions of the credential that is at its limit, and returns them after the reset", () => {
    const pool = poolOf("weighted", {}, {}, {});
    const sessions = Array.from({ length: 300 }, (_, index) => `session ${index}`);
    const before = sessions.map((session) => orderOf(pool, session)[0]);
    respond(pool[0] as { member: PoolMember }, left(0));
    const during = sessions.map((session) => orderOf(pool, session)[0]);
    for (const [index, first] of before.entries()) expect(during[index] === first).toBe(first !== "KEY_1");
    expect(new Set(during)).toEqual(new Set(["KEY_2", "KEY_3"]));
    expect(sessions.map((session) => orderOf(pool, session, NOW + 60_001)[0])).toEqual(before);
  });

  test("prefers the credential with the most headroom, counting requests in flight", () => {
    const pool = poolOf("most_headroom", {}, {});
    const [one, two] = pool as [{ member: PoolMember }, { member: PoolMember }];
    respond(one, left(40));
    respond(two, left(30));
    expect(orderOf(pool)[0]).toBe("KEY_1");
    for (let call = 0; call < 11; call++) beginUse(one.member.load, ENDPOINT);
    expect(orderOf(pool)[0]).toBe("KEY_2");
  });

  test("ignores what an older request's late response says", () => {
    const pool = poolOf("ordered", {}, {});
    const { load } = (pool[0] as { member: PoolMember }).member;
    const older = { quota: beginUse(load, ENDPOINT), sequence: 1 };
    const newer = { quota: beginUse(load, ENDPOINT), sequence: 2 };
    noteResponseHeaders(newer, left(0), NOW);
    noteResponseHeaders(older, left(50), NOW);
    expect(orderOf(pool)).toEqual(["KEY_2", "KEY_1"]);
  });

  test("counts one model's limits for that model only", () => {
    const pool = poolOf("ordered", {}, {});
    const { load } = (pool[0] as { member: PoolMember }).member;
    const quota = beginUse(load, "acme/other@acme");
    noteResponseHeaders({ quota, sequence: quota.begun }, left(0), NOW);
    expect(orderOf(pool)).toEqual(["KEY_1", "KEY_2"]);
  });

  test("uses a higher tier only when the lower ones are at their limit, whatever the session", () => {
    const pool = poolOf("least_loaded", { tier: 2 }, { tier: 1 }, { tier: 1 });
    for (const session of [undefined, "one", "two", "three"]) expect(orderOf(pool, session).at(-1)).toBe("KEY_1");
    respond(pool[1] as { member: PoolMember }, left(0, "20s"));
    expect(orderOf(pool)).toEqual(["KEY_3", "KEY_1", "KEY_2"]);
    respond(pool[2] as { member: PoolMember }, left(0, "10s"));
    expect(orderOf(pool)).toEqual(["KEY_1", "KEY_3", "KEY_2"]);
    expect(orderOf(pool, undefined, NOW + 10_001)).toEqual(["KEY_3", "KEY_1", "KEY_2"]);
  });
});

describe("a rejected credential", () => {
  type Rejects = "credential" | "model" | "request";
  const reject = (one: { member: PoolMember } | undefined, rejects: Rejects, nowMs: number, endpointId = ENDPOINT) => {
    const error = new UpstreamError(401, "no", { retryable: true, fault: "credential", rejects });
    noteRefusal((one as { member: PoolMember }).member.load, endpointId, error, nowMs);
  };
  const firstAt = (pool: { member: PoolMember }[], nowMs: number) => orderOf(pool, undefined, nowMs)[0];

  test("is passed over for a minute and then tried again, twice as late after each rejection, up to 15 minutes", () => {
    const pool = poolOf("ordered", {}, {});
    let nowMs = NOW;
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      expect(firstAt(pool, nowMs)).toBe("KEY_1");
      reject(pool[0], "credential", nowMs);
      // Requests that were sent with it before.
      reject(pool[0], "credential", nowMs + 1);
      expect([firstAt(pool, nowMs + 1), firstAt(pool, nowMs + minutes * 60_000 - 1)]).toEqual(["KEY_2", "KEY_2"]);
      nowMs += minutes * 60_000;
    }
    noteResponse((pool[0] as { member: PoolMember }).member.load, ENDPOINT);
    reject(pool[0], "credential", nowMs);
    expect(firstAt(pool, nowMs + 60_000)).toBe("KEY_1");
  });

  test("is passed over for each model, or only for the one that it may not use", () => {
    const pool = poolOf("ordered", {}, {});
    reject(pool[0], "model", NOW, "acme/other@acme");
    expect(firstAt(pool, NOW)).toBe("KEY_1");
    reject(pool[0], "credential", NOW, "acme/other@acme");
    expect(firstAt(pool, NOW)).toBe("KEY_2");
  });

  test("is used again after a response to another request, and was never rejected by a single request's error", () => {
    const pool = poolOf("ordered", {}, {});
    reject(pool[0], "request", NOW);
    expect(firstAt(pool, NOW)).toBe("KEY_1");
    reject(pool[0], "credential", NOW);
    reject(pool[0], "model", NOW);
    noteResponse((pool[0] as { member: PoolMember }).member.load, "acme/other@acme");
    expect(firstAt(pool, NOW)).toBe("KEY_2");
    noteResponse((pool[0] as { member: PoolMember }).member.load, ENDPOINT);
    expect(firstAt(pool, NOW)).toBe("KEY_1");
  });

  test("is tried last, the soonest to be tried again first, if all are rejected", () => {
    const pool = poolOf("least_loaded", {}, {});
    reject(pool[0], "credential", NOW + 10);
    reject(pool[1], "credential", NOW);
    expect(orderOf(pool, undefined, NOW + 20)).toEqual(["KEY_2", "KEY_1"]);
  });
});
