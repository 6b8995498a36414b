import { beforeEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { startRateLimited } from "#tests/support/upstream/rate-limited.ts";
import { type Event, post, recordOf, saying, streamOf, until } from "../calling.ts";

const OPEN_MODEL = "openai/gpt-oss-120b";
const CLAUDE = "anthropic/claude-sonnet-4.5";

const provider = startedOnce("provider", startRateLimited, (started) => started.close());

/** Returns the variables of a provider's keys: `<prefix>-1`, `<prefix>-2` and so on. */
function keysOf(prefix: string, count: number, settings: Record<string, string> = {}) {
  const numbered = Array.from({ length: count }, (_, index) => {
    const name = index === 0 ? `${prefix}_API_KEY` : `${prefix}_API_KEY_${index + 1}`;
    return [name, `${prefix.toLowerCase()}-${index + 1}`];
  });
  const set = Object.entries(settings).map(([name, value]) => [`${prefix}_KEY_${name}`, value]);
  return Object.fromEntries([...numbered, ...set]);
}

const gateway = sharedGateway(() => ({
  upstream: provider,
  providers: ["anthropic", "groq", "together", "deepinfra", "fireworks", "cerebras", "nebius"],
  env: {
    ...keysOf("ANTHROPIC", 3, { STRATEGY: "most_headroom" }),
    ...keysOf("GROQ", 3, { STRATEGY: "weighted", WEIGHTS: "6, 3, 1" }),
    ...keysOf("TOGETHER", 3),
    ...keysOf("DEEPINFRA", 3, { STRATEGY: "ordered", TIERS: "1,1,2" }),
    ...keysOf("FIREWORKS", 2, { STRATEGY: "ordered" }),
    ...keysOf("NEBIUS", 3),
    ...keysOf("CEREBRAS", 1),
  },
}));

beforeEach(() => {
  provider.release();
  provider.reset();
});

/** Calls the open model at one provider, or at several in order. */
function ask(providers: string | string[], more: object = {}, headers: Record<string, string> = {}) {
  const only = [providers].flat();
  const routing = { only, order: only, allow_fallbacks: false };
  return post(gateway, "chat", saying("chat", OPEN_MODEL, "Hello", { provider: routing, ...more }), { headers });
}

function countKeys(keys: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const key of keys) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

async function inTurn<T>(times: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let index = 0; index < times; index++) results.push(await work(index));
  return results;
}

describe("several system credentials of one provider", () => {
  test("share its requests by weight", async () => {
    await Promise.all(Array.from({ length: 400 }, () => ask("groq")));
    const { "groq-1": first = 0, "groq-2": second = 0, "groq-3": third = 0 } = countKeys(provider.keys);
    expect(first + second + third).toBe(400);
    // Five standard deviations around 240, 120 and 40.
    expect(Math.abs(first - 240)).toBeLessThan(50);
    expect(Math.abs(second - 120)).toBeLessThan(47);
    expect(Math.abs(third - 40)).toBeLessThan(31);
  });

  test("take turns by the number of requests in flight", async () => {
    provider.hold();
    const open = [];
    for (let call = 1; call <= 9; call++) {
      open.push(ask("together"));
      await until(() => provider.keys.length === call, `request ${call} at the provider`);
    }
    expect(countKeys(provider.keys)).toEqual({ "together-1": 3, "together-2": 3, "together-3": 3 });
    provider.release();
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(Array(9).fill(200));
  });

  test("are free again after streams and failures", async () => {
    provider.limit("together-1", { requests: 9, limit: 9, status: 500 });
    await inTurn(4, (index) =>
      streamOf(gateway, "chat", saying("chat", OPEN_MODEL, `Hello ${index}`, { provider: { only: ["together"] } })),
    );
    provider.reset();
    provider.hold();
    const open = [];
    for (let call = 1; call <= 3; call++) {
      open.push(ask("together"));
      await until(() => provider.keys.length === call, `request ${call} at the provider`);
    }
    expect(countKeys(provider.keys)).toEqual({ "together-1": 1, "together-2": 1, "together-3": 1 });
    provider.release();
    await Promise.all(open);
  });

  test("serve every request while one of them has quota left", async () => {
    provider.limit("anthropic-1", { requests: 6, limit: 100 });
    provider.limit("anthropic-2", { requests: 50, limit: 100 });
    provider.limit("anthropic-3", { requests: 4, limit: 100 });
    const call = () => post(gateway, "messages", saying("messages", CLAUDE, "Hello", { max_tokens: 9 }));
    const first = await inTurn(6, call);
    // From now on the headers say what is left of each, and the one with the most is preferred.
    provider.keys.length = 0;
    const rest = [...(await inTurn(10, call)), ...(await Promise.all(Array.from({ length: 44 }, call)))];
    expect([...first, ...rest].map(({ status }) => status)).toEqual(Array(60).fill(200));
    expect(countKeys(provider.keys.slice(0, 10))).toEqual({ "anthropic-2": 10 });
  });

  test("are skipped while they cool down, and the record says so", async () => {
    provider.limit("fireworks-1", { requests: 0, limit: 5, resetMs: 600_000 });
    const { headers } = await ask("fireworks");
    expect(provider.keys).toEqual(["fireworks-1", "fireworks-2"]);
    expect((await recordOf(gateway, headers)).provider_responses).toMatchObject([
      { status: 429, credential_name: "FIREWORKS_API_KEY", credential_choice: { by: "ordered", tier: 1, skipped: [] } },
      { status: 200, credential_name: "FIREWORKS_API_KEY_2", credential_id: null },
    ]);
    const next = await ask("fireworks", {}, { "x-service-metadata": "enabled" });
    expect(provider.keys.slice(2)).toEqual(["fireworks-2"]);
    const record = await recordOf(gateway, next.headers);
    const [attempt] = record.provider_responses;
    expect(attempt.credential_choice.skipped).toMatchObject([{ id: "FIREWORKS_API_KEY", name: "FIREWORKS_API_KEY" }]);
    const waitMs = Date.parse(attempt.credential_choice.skipped[0].until) - Date.now();
    expect(waitMs).toBeGreaterThan(500_000);
    const placed = record.routing.candidates.filter(({ position }: Event) => position !== null);
    expect(placed.map((one: Event) => [one.system_key, one.outcome])).toEqual([
      ["FIREWORKS_API_KEY_2", "served"],
      ["FIREWORKS_API_KEY", "not_tried"],
    ]);
    expect(JSON.parse(next.text).service_metadata.attempts).toMatchObject([
      { credential: "FIREWORKS_API_KEY_2", chosen_by: "ordered", skipped_credentials: ["FIREWORKS_API_KEY"] },
    ]);
    expect(next.text + JSON.stringify(record)).not.toMatch(/fireworks-\d/);
  });

  test("spill to the next tier only when all of the lower are at their limit", async () => {
    provider.limit("deepinfra-1", { requests: 2, limit: 2 });
    provider.limit("deepinfra-2", { requests: 3, limit: 3 });
    const responses = await inTurn(8, () => ask("deepinfra"));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    const [one, two, spilled] = [1, 2, 3].map((number) => `deepinfra-${number}`);
    expect(provider.keys).toEqual([one, one, two, two, two, spilled, spilled, spilled]);
  });

  test.each([401, 403, 429])("are tried one after the other after a %d, before the next provider", async (status) => {
    for (const key of ["groq-1", "groq-2"]) provider.limit(key, { requests: 0, limit: 1, status, resetMs: 1 });
    for (let call = 0; call < 4; call++) {
      provider.keys.length = 0;
      expect((await ask(["groq", "cerebras"])).status).toBe(200);
      expect(provider.keys.at(-1)).toBe("groq-3");
    }
  });
});

describe("a session", () => {
  const asSession = (session: string) => ask("nebius", {}, { "x-session-id": session });

  test("stays with its key, and moves only while that cools down", async () => {
    const sessions = Array.from({ length: 24 }, (_, index) => `session-${index}`);
    const keyOf = new Map<string, string>();
    for (const session of sessions) {
      provider.keys.length = 0;
      await inTurn(2, () => asSession(session));
      expect(new Set(provider.keys).size).toBe(1);
      keyOf.set(session, provider.keys[0] as string);
    }
    expect(new Set(keyOf.values()).size).toBeGreaterThan(1);
    provider.limit("nebius-1", { requests: 0, limit: 1, resetMs: 600_000 });
    for (const session of sessions) {
      await asSession(session);
      provider.keys.length = 0;
      await asSession(session);
      const stays = keyOf.get(session) !== "nebius-1";
      expect([stays, provider.keys[0] === keyOf.get(session), provider.keys.length]).toEqual([stays, stays, 1]);
    }
  });

  test("is also recognized by its prompt cache key", async () => {
    const { headers } = await ask("cerebras", { prompt_cache_key: "one" });
    expect((await recordOf(gateway, headers)).provider_responses[0].credential_choice).toBeNull();
    const pooled = await ask("nebius", { prompt_cache_key: "one" });
    expect((await recordOf(gateway, pooled.headers)).provider_responses[0].credential_choice.by).toBe("session");
  });
});
