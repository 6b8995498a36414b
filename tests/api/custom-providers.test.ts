import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../pipeline/calling.ts";

// Custom providers: registering them, and calls through them with the published SDKs.

const KEY = "key-of-acme-9f8e7d6c5b4a";
const HEADER = "tenant-secret-1a2b3c4d5e";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai"],
  env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", LOG_LEVEL: "trace" },
});

let made = 0;
const unused = () => `acme-${++made}`;
const PRICES = { input_tokens: "0.123456789", output_tokens: "1.5" };

/** Adds a provider at the fake upstream and returns its record. */
async function add(fields: Record<string, unknown> = {}, api: "openai" | "anthropic" = "openai") {
  const slug = unused();
  const { status, body } = await gateway.call("POST", "/providers/custom", {
    name: `Acme ${slug}`,
    slug,
    api,
    base_url: api === "openai" ? `${upstream.url}/${slug}/v1` : `${upstream.url}/${slug}`,
    api_key: KEY,
    models: [{ id: "llama-4-70b", context_length: 8192, prices: PRICES }],
    ...fields,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data as { id: string; slug: string; models: { model_id: string }[] } & Record<string, unknown>;
}

const recordOf = async (id: string) => (await gateway.call("GET", `/generation?id=${id}`)).body.data;

describe("a custom provider", () => {
  test("is returned without its secrets, and changes keep what they omit", async () => {
    const { id, ...record } = await add({ headers: { "X-Tenant": HEADER } });
    expect(record.api_key).toBe("key…5b4a");
    expect(record.headers).toEqual({ "x-tenant": "ten…4d5e" });
    expect(record.models).toEqual([
      expect.objectContaining({ model_id: `${record.slug}/llama-4-70b`, prices: PRICES }),
    ]);
    const renamed = await gateway.call("PATCH", `/providers/custom/${id}`, {
      name: "Renamed",
      headers: { "X-Tenant": "ten…4d5e", "X-More": "plain" },
    });
    expect(renamed.body.data).toMatchObject({ name: "Renamed", api_key: "key…5b4a", models: record.models });
    await gateway.call("POST", "/chat/completions", saying("chat", `${record.slug}/llama-4-70b`, "Hello"));
    const { headers } = upstream.requests.at(-1) as { headers: Record<string, string> };
    expect([headers.authorization, headers["x-tenant"], headers["x-more"]]).toEqual([`Bearer ${KEY}`, HEADER, "plain"]);
    expect(
      (await gateway.call("GET", "/providers/custom")).body.data.map(({ slug }: { slug: string }) => slug),
    ).toContain(record.slug);
    expect((await gateway.call("GET", `/providers/custom/${id}`)).body.data.name).toBe("Renamed");
    expect((await gateway.call("DELETE", `/providers/custom/${id}`)).body).toEqual({ deleted: true });
    const gone = await gateway.call("POST", "/chat/completions", saying("chat", `${record.slug}/llama-4-70b`, "Hello"));
    expect(gone.status).toBe(404);
  });

  test.each([
    ["the slug of a listed provider", { slug: "openai" }, 409, /slug openai is taken/],
    ["the slug of an author", { slug: "meta-llama" }, 409, /taken/],
    ["an address that is not allowed", { base_url: "http://169.254.169.254/v1" }, 400, /base_url: .*public address/],
    ["a URL with a query", { base_url: "http://127.0.0.1/v1?x=1" }, 400, /no query/],
    ["an unknown catalogue model", { models: [{ id: "a", model: "nobody/nothing" }] }, 400, /models\[0\]\.model/],
    ["a model listed twice", { models: [{ id: "a" }, { id: "a" }] }, 400, /models\[1\]\.id: is listed twice/],
    ["a price with too many digits", { models: [{ id: "a", prices: { images: "0.0000000001" } }] }, 400, /decimals/],
    ["a price as a number", { models: [{ id: "a", prices: { images: 0.1 } }] }, 400, /prices/],
    ["a header of the connection", { headers: { Host: "x" } }, 400, /gateway sets this header/],
  ])("is rejected with %s", async (_, fields, status, message) => {
    const body = { name: "Bad", slug: unused(), base_url: `${upstream.url}/v1`, ...fields };
    const response = await gateway.call("POST", "/providers/custom", body);
    expect([response.status, response.body.error.message]).toEqual([status, expect.stringMatching(message)]);
  });

  test("does not send stored secrets to another origin", async () => {
    const { id } = await add({ headers: { "X-Tenant": HEADER } });
    const base_url = "http://127.0.0.1:9/v1";
    const change = (body: object) => gateway.call("PATCH", `/providers/custom/${id}`, { base_url, ...body });
    expect((await change({})).body.error.message).toMatch(/api_key: send it again/);
    expect((await change({ api_key: "new" })).body.error.message).toMatch(/headers: send it again/);
    expect((await change({ api_key: "new", headers: { "x-tenant": "ten…4d5e" } })).status).toBe(400);
    expect((await change({ api_key: "new", headers: {} })).status).toBe(200);
  });

  test("is tested before and after it is stored", async () => {
    const base_url = `${upstream.url}/v1`;
    const check = async (body: object) => (await gateway.call("POST", "/providers/custom/test", body)).body.data;
    expect(await check({ base_url, api_key: KEY })).toMatchObject({
      outcome: "ok",
      status: 200,
      models: ["gpt-upstream", "gpt-upstream-mini", "deepseek-upstream"],
    });
    const { id } = await add({ base_url });
    expect((await gateway.call("POST", `/providers/custom/${id}/test`)).body.data.outcome).toBe("ok");
    const anthropic = { api: "anthropic", base_url: `${upstream.url}/anthropic`, api_key: KEY };
    expect((await check(anthropic)).models).toHaveLength(3);
    expect(await check({ base_url, api_key: "invalid-key-of-nobody" })).toMatchObject({
      outcome: "refused",
      status: 401,
    });
    expect(await check({ base_url: "http://127.0.0.1:1/v1" })).toMatchObject({ outcome: "failed", status: null });
    const page = { status: 200, headers: { "content-type": "text/html" }, body: "<html>" };
    upstream.script({ reply: page });
    expect(await check({ base_url, api_key: KEY })).toMatchObject({ outcome: "failed", models: [] });
    const private_ = await gateway.call("POST", "/providers/custom/test", { base_url: "http://10.0.0.1/v1" });
    expect([private_.status, private_.body.error.message]).toEqual([400, expect.stringContaining("base_url")]);
  });

  test("without prices is unpriced and not served, with a price of 0 it is free", async () => {
    const { slug, id } = await add({
      models: [{ id: "unpriced" }, { id: "free", prices: { input_tokens: "0", output_tokens: "0" } }],
    });
    const refused = await gateway.call("POST", "/chat/completions", saying("chat", `${slug}/unpriced`, "Hello"));
    expect([refused.status, refused.body.error.message]).toEqual([
      expect.any(Number),
      expect.stringMatching(/no (known )?price/),
    ]);
    const endpoints = (await gateway.call("GET", `/models/${slug}/unpriced/endpoints`)).body.data.endpoints;
    expect(endpoints[0].unpriced).not.toEqual([]);
    const free = await gateway.call("POST", "/chat/completions", saying("chat", `${slug}/free`, "Hello"));
    expect(await recordOf(free.body.id)).toMatchObject({ total_cost: 0, model: `${slug}/free` });
    await gateway.call("PATCH", `/providers/custom/${id}`, { enabled: false });
    expect((await gateway.call("POST", "/chat/completions", saying("chat", `${slug}/free`, "Hello"))).status).toBe(404);
  });
});

describe("calls through a custom provider", () => {
  const usage = { inputTokens: 1234, outputTokens: 567 };
  // 1234 × 0.123456789 / 1e6 + 567 × 1.5 / 1e6 USD, rounded half up to a nano-USD.
  const COST = 0.001002846;

  test.each(["openai", "anthropic"] as const)("with the OpenAI SDK, %s-compatible, whole and streamed", async (api) => {
    const { models } = await add({}, api);
    const model = models[0]?.model_id as string;
    upstream.script({ usage });
    const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1`, maxRetries: 0 });
    const messages = [{ role: "user" as const, content: "Hello" }];
    const whole = await client.chat.completions.create({ model, messages });
    expect(whole.choices[0]?.message.content).toBe("You said: Hello");
    const stream = await client.chat.completions.create({ model, messages, stream: true });
    let text = "";
    let id = "";
    for await (const chunk of stream) {
      text += chunk.choices[0]?.delta.content ?? "";
      id = chunk.id;
    }
    expect(text).toBe("You said: Hello");
    const response = await client.responses.create({ model, input: "Hello" });
    expect(response.output_text).toBe("You said: Hello");
    for (const one of [whole.id, id, response.id])
      expect(await recordOf(one)).toMatchObject({
        total_cost: COST,
        is_byok: false,
        provider_name: expect.any(String),
      });
  });

  test.each(["openai", "anthropic"] as const)(
    "with the Anthropic SDK, %s-compatible, whole and streamed",
    async (api) => {
      const { models } = await add({}, api);
      const model = models[0]?.model_id as string;
      upstream.script({ usage });
      const client = new Anthropic({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api`, maxRetries: 0 });
      const body = { model, max_tokens: 1000, messages: [{ role: "user" as const, content: "Hello" }] };
      const whole = await client.messages.create(body);
      const streamed = await client.messages.stream(body).finalMessage();
      for (const message of [whole, streamed]) {
        expect(message.content).toEqual([expect.objectContaining({ type: "text", text: "You said: Hello" })]);
        expect((await recordOf(message.id)).total_cost).toBe(COST);
      }
      const sent = upstream.requests.at(-1)?.headers as Record<string, string>;
      expect(api === "anthropic" ? sent["x-api-key"] : sent.authorization).toBe(
        api === "anthropic" ? KEY : `Bearer ${KEY}`,
      );
    },
  );
});

describe("routing", () => {
  const SHARED = "openai/gpt-4o-mini";
  const serving = { models: [{ id: "gpt-at-acme", model: SHARED, prices: PRICES }] };
  const ask = async (provider: object) => {
    const { body } = await gateway.call("POST", "/chat/completions", saying("chat", SHARED, "Hello", { provider }));
    return (await recordOf(body.id)).provider_name;
  };

  test("follows the caller's preferences between a custom provider and the listed ones", async () => {
    const { slug } = await add(serving);
    expect(await ask({ order: [slug] })).toBe(slug);
    expect(await ask({ only: [slug] })).toBe(slug);
    expect(await ask({ ignore: [slug], order: ["openai"] })).toBe("openai");
    const { body } = await gateway.call("GET", `/models/${SHARED}/endpoints`);
    expect(body.data.endpoints.map(({ tag }: { tag: string }) => tag)).toContain(slug);
    const providers = (await gateway.call("GET", "/providers")).body.data;
    expect(providers).toContainEqual(
      expect.objectContaining({ slug, available: true, takes_own_key: false, models: 1 }),
    );
  });

  test("falls back from a failing custom provider, whose circuit then opens and whose health is measured", async () => {
    const { slug } = await add(serving);
    upstream.script({ match: ({ path }) => path.startsWith(`/${slug}/`), reply: { status: 500, body: "{}" } });
    for (let call = 0; call < 6; call += 1) expect(await ask({ order: [slug] })).toBe("openai");
    const tries = upstream.requests.filter(({ path }) => path.startsWith(`/${slug}/`));
    const before = tries.length;
    expect(await ask({ order: [slug] })).toBe("openai");
    expect(upstream.requests.filter(({ path }) => path.startsWith(`/${slug}/`))).toHaveLength(before);
    const { body } = await gateway.call("GET", `/models/${SHARED}/endpoints`);
    const own = body.data.endpoints.find(({ tag }: { tag: string }) => tag === slug);
    expect(own.uptime_last_30m).toBe(0);
  });
});

describe("a workspace's custom provider", () => {
  test("is neither visible nor callable in another workspace, an organization's is in all", async () => {
    const workspace = unused();
    await gateway.call("POST", "/workspaces", { name: workspace, slug: workspace });
    const { key } = await gateway.newKey();
    const { key: neighbor } = await gateway.newKey({ workspace_id: workspace });
    const own = await add({ name: "Own" });
    const common = await add({ name: "Common", workspace_id: null });
    const model = (slug: string) => `${slug}/llama-4-70b`;
    const see = async (path: string, slug: string, by: string | null) =>
      JSON.stringify((await gateway.call("GET", path, undefined, { key: by })).body).includes(slug);
    for (const path of ["/models", "/models/user", "/providers"]) {
      expect([path, await see(path, own.slug, key), await see(path, common.slug, key)]).toEqual([path, true, true]);
      expect([path, await see(path, own.slug, neighbor), await see(path, common.slug, neighbor)]).toEqual([
        path,
        false,
        true,
      ]);
    }
    expect(await see("/models", own.slug, null)).toBe(false);
    expect(await see("/models", common.slug, null)).toBe(false);
    const count = async (by: string) =>
      (await gateway.call("GET", "/models/count", undefined, { key: by })).body.data.count;
    expect(await count(key)).toBeGreaterThan(await count(neighbor));
    for (const path of ["/models/", "/model/"])
      expect((await gateway.call("GET", `${path}${model(own.slug)}`, undefined, { key: neighbor })).status).toBe(404);
    const call = (slug: string, by: string) =>
      gateway.call("POST", "/chat/completions", saying("chat", model(slug), "Hello"), { key: by });
    expect([(await call(own.slug, key)).status, (await call(common.slug, neighbor)).status]).toEqual([200, 200]);
    const refused = await call(own.slug, neighbor);
    expect(refused.status).toBe(404);
    expect(refused.body.error.metadata.suggestions).not.toContain(model(own.slug));
    const near = await gateway.call("POST", "/chat/completions", saying("chat", `${own.slug}/llama-4-70`, "Hi"), {
      key,
    });
    expect(near.body.error.metadata.suggestions).toContain(model(own.slug));
  });
});

test("an upstream that echoes the secrets does not get them into errors, records, the audit log or the log", async () => {
  const { slug } = await add({ headers: { "X-Tenant": HEADER } });
  const body = JSON.stringify({ error: { message: `Bad key ${KEY} of ${HEADER}` } });
  upstream.script({ reply: { status: 400, headers: { "content-type": "application/json" }, body } });
  const response = await gateway.call("POST", "/chat/completions", saying("chat", `${slug}/llama-4-70b`, "Hello"));
  const record = await recordOf(response.headers.get("x-generation-id") as string);
  const audit = (await gateway.call("GET", "/audit?limit=100")).body;
  const checked = await gateway.call("POST", "/providers/custom/test", {
    base_url: `${upstream.url}/v1`,
    api_key: KEY,
    headers: { "X-Tenant": HEADER },
  });
  expect([response.status, checked.body.data.outcome]).toEqual([400, "failed"]);
  for (const text of [response.body, record, audit, checked.body]
    .map((value) => JSON.stringify(value))
    .concat(gateway.output())) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(HEADER);
  }
});
