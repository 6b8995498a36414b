import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Fault } from "#tests/support/upstream/fault.ts";
import type { RecordedRequest } from "#tests/support/upstream/recorded-request.ts";
import { type DialectName, type Event, leaving, post, recordOf, saying, streamOf, textOf, until } from "../calling.ts";

const MODEL = "openai/gpt-oss-120b";
const SLOW: Fault = { headersDelayMs: 4_000 };

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["groq", "together", "deepinfra", "fireworks", "cerebras", "wandb", "openai"],
  env: { RETRY_WAIT_MS: "0" },
});

const at = (provider: string) => (request: RecordedRequest) => request.path.startsWith(`/${provider}/`);
const called = () => upstream.requests.map(({ path }) => path.split("/")[1]);
const slow = (provider: string, fault: Fault = SLOW) => upstream.script({ match: at(provider), fault });

type Ask = { order?: string[]; hedge?: unknown; more?: object; key?: string; dialect?: DialectName };

async function ask({ order = ["groq", "together"], hedge = { after_ms: 60 }, more, key, dialect = "chat" }: Ask = {}) {
  const provider = { order, allow_fallbacks: false, hedge };
  const startedMs = performance.now();
  const response = await post(
    gateway,
    dialect,
    saying(dialect, MODEL, "Hello", { max_tokens: 200, provider, ...more }),
    {
      headers: { "x-service-metadata": "enabled" },
      ...(key && { key }),
    },
  );
  const body = JSON.parse(response.text);
  const tookMs = performance.now() - startedMs;
  return {
    ...response,
    body,
    tookMs,
    metadata: body.service_metadata,
    record: await recordOf(gateway, response.headers),
  };
}

const generationOf = async (id: string): Promise<Event> =>
  (await gateway.call("GET", `/generation?id=${id}`)).body.data;
const outcomesOf = ({ provider_responses: all }: Event) =>
  all.map((one: Event) => [one.provider_name, one.canceled ? "canceled" : one.status]);

describe("a hedged request whose first candidate is slow", () => {
  test.each<DialectName>(["chat", "responses", "messages"])(
    "is served by the second, and both costs are shown: %s",
    async (dialect) => {
      slow("groq");
      const { status, body, tookMs, metadata, record } = await ask({ dialect });
      expect([status, textOf(body)]).toEqual([200, "You said: Hello"]);
      expect(tookMs).toBeLessThan(2_000);
      expect(outcomesOf(record)).toEqual([
        ["groq", "canceled"],
        ["together", 200],
      ]);
      const { hedge } = record.routing;
      expect(hedge).toMatchObject({ outcome: "second", after_ms: 60, explanation: expect.stringContaining("60 ms") });
      expect(metadata.hedge).toEqual({
        outcome: "second",
        after_ms: 60,
        canceled: { generation_id: hedge.canceled_generation_id, cost_usd: hedge.canceled_cost },
      });
      const candidates = record.routing.candidates.filter(({ position }: Event) => position !== null);
      expect(candidates.map(({ outcome }: Event) => outcome)).toEqual(["canceled", "served"]);
      const canceled = await generationOf(hedge.canceled_generation_id);
      expect(canceled).toMatchObject({
        provider_name: "groq",
        status: 499,
        cancelled: true,
        usage_estimated: true,
        tokens_completion: 0,
      });
      expect(canceled.tokens_prompt).toBeGreaterThan(0);
      expect(canceled.cost_nano_usd).toBeGreaterThan(0);
      expect(canceled.total_cost).toBe(hedge.canceled_cost);
      expect(record.cost_nano_usd).toBeGreaterThan(canceled.cost_nano_usd);
      // The upstream's connection is closed, so that it stops generating.
      await until(() => upstream.openRequests() === 0, "the canceled request ends");
    },
  );

  test("is served by the first if that responds before the second, which is charged", async () => {
    slow("together", { headersDelayMs: 300 });
    slow("deepinfra");
    const { record } = await ask({ order: ["together", "deepinfra"] });
    expect(outcomesOf(record)).toEqual([
      ["deepinfra", "canceled"],
      ["together", 200],
    ]);
    expect(record.routing.hedge).toMatchObject({ outcome: "first" });
    const canceled = await generationOf(record.routing.hedge.canceled_generation_id);
    expect(canceled).toMatchObject({ provider_name: "deepinfra" });
    expect(canceled.cost_nano_usd).toBeGreaterThan(0);
    const [second, first] = record.provider_responses;
    expect(second.started).toBeGreaterThanOrEqual(first.started + 50);
  });

  test("is not sent again if the first responds in time, or the wait is longer than its response", async () => {
    const { record, metadata } = await ask({ hedge: { after_ms: 5_000 } });
    expect(called()).toEqual(["groq"]);
    expect(record.routing.hedge).toMatchObject({ outcome: "not_needed", after_ms: 5_000, canceled_cost: null });
    expect(metadata.hedge).toEqual({ outcome: "not_needed", after_ms: 5_000 });
    expect((await ask({ hedge: false })).record.routing.hedge).toBeNull();
  });

  test("continues with the other one if either fails, and with the third if both do", async () => {
    slow("deepinfra", { headersDelayMs: 300, status: 500 });
    slow("fireworks", { headersDelayMs: 600 });
    const firstFails = await ask({ order: ["deepinfra", "fireworks"] });
    expect(outcomesOf(firstFails.record)).toEqual([
      ["deepinfra", 500],
      ["fireworks", 200],
    ]);
    expect(firstFails.record.routing.hedge).toMatchObject({ outcome: "second", canceled_generation_id: null });
    upstream.reset();
    slow("deepinfra", { headersDelayMs: 600 });
    slow("fireworks", { status: 500 });
    const secondFails = await ask({ order: ["deepinfra", "fireworks"] });
    expect(outcomesOf(secondFails.record)).toEqual([
      ["fireworks", 500],
      ["deepinfra", 200],
    ]);
    upstream.reset();
    slow("deepinfra", { headersDelayMs: 300, status: 500 });
    slow("fireworks", { headersDelayMs: 500, status: 503 });
    const bothFail = await ask({ order: ["deepinfra", "fireworks", "cerebras"] });
    expect(outcomesOf(bothFail.record)).toEqual([
      ["deepinfra", 500],
      ["fireworks", 503],
      ["cerebras", 200],
    ]);
    expect(bothFail.record.routing.hedge).toMatchObject({ outcome: "failed" });
  });

  test("is sent again to the canceled candidate if the winner breaks off", async () => {
    upstream.script({ match: at("wandb"), times: 1, fault: { headersDelayMs: 1_000 } });
    slow("cerebras", { headersDelayMs: 200, cutAfterEvents: 4, replyWords: 40 });
    const { status, record } = await ask({ order: ["wandb", "cerebras"] });
    expect([status, outcomesOf(record)]).toEqual([
      200,
      [
        ["wandb", "canceled"],
        ["cerebras", 502],
        ["wandb", 200],
      ],
    ]);
  });

  test("an error in the request ends both", async () => {
    slow("groq", { headersDelayMs: 300, status: 400 });
    slow("together");
    const { status, record } = await ask();
    expect([status, called()]).toEqual([400, ["groq", "together"]]);
    expect(outcomesOf(record)).toEqual([
      ["together", "canceled"],
      ["groq", 400],
    ]);
    await until(() => upstream.openRequests() === 0, "the second request ends");
  });

  test("a caller who disconnects cancels both", async () => {
    slow("groq");
    slow("together");
    const provider = { order: ["groq", "together"], allow_fallbacks: false, hedge: { after_ms: 20 } };
    const call = leaving(gateway, "chat", saying("chat", MODEL, "Hello", { provider }), "hedged-and-left");
    await until(() => upstream.openRequests() === 2, "both are sent");
    call.leave();
    await until(() => upstream.openRequests() === 0, "both are canceled");
    const left = await until(async () => {
      const { data } = (await gateway.call("GET", "/generations?limit=20")).body;
      return data.find(({ status }: Event) => status === 499 && data.length > 0);
    }, "its record");
    expect((await generationOf(left.id)).provider_responses).toHaveLength(2);
  });
});

describe("without a time, the second candidate starts when most recent responses had started", () => {
  test("which is unknown before twenty responses", async () => {
    const order = ["wandb", "cerebras"];
    const { record } = await ask({ order, hedge: true });
    expect(record.routing.hedge).toMatchObject({ outcome: "unknown_latency", after_ms: null });
    for (let call = 0; call < 20; call++) await ask({ order, hedge: false });
    upstream.reset();
    slow("wandb");
    const hedged = await ask({ order, hedge: true });
    expect(hedged.record.provider_name).toBe("cerebras");
    expect(hedged.record.routing.hedge).toMatchObject({ outcome: "second" });
    // 95% of the responses above took less; one of them was canceled by another test after a second at most.
    expect(hedged.record.routing.hedge.after_ms).toBeLessThan(1_500);
  });
});

describe("what cannot be hedged says why", () => {
  test("a stream", async () => {
    slow("groq", { headersDelayMs: 300 });
    const provider = { order: ["groq", "together"], hedge: { after_ms: 20 } };
    const { status, headers } = await streamOf(gateway, "chat", saying("chat", MODEL, "Hello", { provider }));
    expect([status, called()]).toEqual([200, ["groq"]]);
    expect((await recordOf(gateway, headers)).routing.hedge).toMatchObject({ outcome: "streamed" });
  });

  test("a request with one candidate, or whose next one is another model", async () => {
    slow("groq", { headersDelayMs: 200 });
    expect((await ask({ order: ["groq"] })).record.routing.hedge).toMatchObject({ outcome: "alone" });
    const { record } = await ask({ order: ["groq", "openai"], more: { models: ["openai/gpt-4o-mini"] } });
    expect(record.routing.hedge).toMatchObject({ outcome: "alone" });
  });

  test("an operation other than text", async () => {
    const provider = { hedge: { after_ms: 20 } };
    const body = { model: "local/word-hash", input: "Hello", provider };
    const { headers } = await gateway.call("POST", "/embeddings", body);
    expect((await recordOf(gateway, headers)).routing.hedge).toMatchObject({ outcome: "operation" });
  });

  test.each([{ after_ms: 0 }, { after_ms: 1, more: 1 }, "yes", {}])("%j is rejected as invalid", async (hedge) => {
    const { status, text } = await post(gateway, "chat", saying("chat", MODEL, "Hello", { provider: { hedge } }));
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining("provider.hedge")]);
  });
});

describe("limits", () => {
  test("cover both requests: if they do not, no second one is sent", async () => {
    slow("groq", { headersDelayMs: 300 });
    // 200 tokens of output cost at most 0.6 USD a million at either provider, and the budget is less than twice that.
    const { key } = await gateway.newKey({ limit: 0.0002 });
    const { status, record } = await ask({ key });
    expect([status, called()]).toEqual([200, ["groq"]]);
    expect(record.routing.hedge).toMatchObject({ outcome: "limit" });
  });

  test("are never exceeded by concurrent hedged requests, and count both costs", async () => {
    const CALLS = 24;
    // Enough for the first attempts of all, and for some second ones.
    const limitUsd = 0.0045;
    const { key, hash } = await gateway.newKey({ limit: limitUsd });
    const usage = { inputTokens: 70, outputTokens: 200 };
    upstream.script({ match: at("groq"), fault: { headersDelayMs: 600 }, usage });
    upstream.script({ match: at("together"), fault: { headersDelayMs: 300 }, usage });
    const provider = { order: ["groq", "together"], allow_fallbacks: false, hedge: { after_ms: 100 } };
    const body = saying("chat", MODEL, "Hello", { max_tokens: 200, provider });
    const responses = await Promise.all(Array.from({ length: CALLS }, () => post(gateway, "chat", body, { key })));
    const records = await Promise.all(
      responses.filter(({ status }) => status === 200).map(({ headers }) => recordOf(gateway, headers)),
    );
    expect(responses.every(({ status }) => status === 200 || status === 402)).toBe(true);
    const outcomes = records.map(({ routing }) => routing.hedge.outcome);
    expect(new Set(outcomes), outcomes.join()).toEqual(new Set(["second", "limit"]));
    expect(upstream.requests).toHaveLength(records.length + outcomes.filter((one) => one === "second").length);
    const spent = records.reduce(
      (sum, { cost_nano_usd: cost, routing }) => sum + cost + Math.round((routing.hedge.canceled_cost ?? 0) * 1e9),
      0,
    );
    expect(spent).toBeLessThanOrEqual(limitUsd * 1e9);
    const { body: shown } = await gateway.call("GET", `/keys/${hash}`);
    expect(shown.data.usage).toBeCloseTo(spent / 1e9, 9);
  });
});

test("a preset can hedge every request that uses it", async () => {
  slow("groq");
  const provider = { order: ["groq", "together"], hedge: { after_ms: 40 } };
  const settings = { model: MODEL, provider, messages: [{ role: "system", content: "Be brief." }] };
  await gateway.call("POST", "/presets/hedged/chat/completions", settings);
  const { headers } = await post(gateway, "chat", saying("chat", MODEL, "Hello", { preset: "hedged" }));
  const record = await recordOf(gateway, headers);
  expect([record.provider_name, record.routing.hedge.outcome]).toEqual(["together", "second"]);
});
