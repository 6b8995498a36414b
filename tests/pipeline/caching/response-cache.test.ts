import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, looksFinished, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google"] });

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const OPENAI = "openai/gpt-4o-mini";
const MODELS = [OPENAI, "anthropic/claude-sonnet-4.5", "google/gemini-2.5-flash"];
const cells = DIALECTS.flatMap((dialect) => MODELS.map((model) => ({ dialect, model })));
const cache = { ttl: 600 };
let texts = 0;
/** A text that no test has sent before. */
const fresh = () => `Hello ${++texts}`;

type Answer = { status: number; headers: Headers; text: string; said: string };

async function ask(
  dialect: DialectName,
  body: Record<string, unknown>,
  isStreamed: boolean,
  headers = {},
): Promise<Answer> {
  if (!isStreamed) {
    const whole = await post(gateway, dialect, body, { headers });
    return { ...whole, said: textOf(JSON.parse(whole.text)) };
  }
  const stream = await streamOf(gateway, dialect, body, { headers });
  expect(looksFinished(dialect, stream.events), stream.text).toBe(true);
  return { ...stream, said: textIn(stream.events) };
}

describe.each(cells)("$model in $dialect", ({ dialect, model }) => {
  test.each([
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ])("a response kept from a stream (%s) is sent again as a stream (%s) at no cost", async (first, second) => {
    const text = fresh();
    const body = saying(dialect, model, text, { max_tokens: 50, cache });
    const made = await ask(dialect, body, first);
    const again = await ask(dialect, body, second);
    expect([made.headers.get("x-cache"), again.headers.get("x-cache")]).toEqual(["miss", "hit"]);
    expect(again.said).toBe(`You said: ${text}`);
    expect(made.said).toBe(again.said);
    expect(upstream.requests).toHaveLength(1);
    expect(upstream.requests[0]?.raw.toString()).not.toContain('"cache"');
    const [paid, free] = [await recordOf(gateway, made.headers), await recordOf(gateway, again.headers)];
    expect(paid.cost_nano_usd).toBeGreaterThan(0);
    expect(paid.routing.cache).toBeNull();
    expect(free).toMatchObject({ cost_nano_usd: 0, model: paid.model, provider_name: null, status: 200 });
    expect(free.routing.cache).toEqual({ generation_id: paid.id, saved: paid.cost_nano_usd / 1e9 });
    expect(free.cost_proof.holds).toBe(true);
  });
});

test("a whole response is the same, but for the cost and an id that leads to its own record", async () => {
  const body = saying("chat", "anthropic/claude-sonnet-4.5", fresh(), { cache });
  const [made, again] = [await post(gateway, "chat", body), await post(gateway, "chat", body)];
  const { usage: paid, id: first, ...one } = JSON.parse(made.text);
  const { usage: free, id: second, ...other } = JSON.parse(again.text);
  expect(other).toEqual(one);
  expect(free).toEqual({ ...paid, cost: 0 });
  expect([first, second]).toEqual([made, again].map(({ headers }) => headers.get("x-generation-id")));
});

test("a cached response has the same headers about dropped fields and the model's retirement", async () => {
  const names = ["x-dropped", "sunset", "x-model-successor"];
  const dropping = saying("chat", "anthropic/claude-sonnet-4.5", fresh(), { cache, seed: 1 });
  for (const [body, name] of [
    [dropping, "x-dropped"],
    [saying("chat", OPENAI, fresh(), { cache }), "sunset"],
  ] as const) {
    const made = await streamOf(gateway, "chat", body);
    const again = await post(gateway, "chat", body);
    expect(again.headers.get("x-cache")).toBe("hit");
    expect(again.headers.get(name)).toBeTruthy();
    expect(names.map((one) => again.headers.get(one))).toEqual(names.map((one) => made.headers.get(one)));
  }
});

test("only requests that ask for it and are equal get a cached response", async () => {
  const text = fresh();
  const body = saying("chat", OPENAI, text, { cache, temperature: 0 });
  const outcomes = [];
  for (const one of [
    body,
    { ...body, user: "someone else", session_id: "s", stream_options: { include_usage: true } },
    { ...body, temperature: 1 },
    { ...body, cache: { ttl: 0 } },
    saying("chat", OPENAI, text, { temperature: 0 }),
    { ...body, provider: { zdr: true, only: ["openai"] } },
    { ...body, tools: [{ type: "function", function: { name: "f", parameters: { type: "object" } } }] },
  ]) {
    const { headers } = await post(gateway, "chat", one);
    outcomes.push(headers.get("x-cache"));
  }
  expect(outcomes).toEqual(["miss", "hit", "miss", null, null, null, "miss"]);
});

test("requests whose long numbers differ in the last digit have responses of their own", async () => {
  const text = fresh();
  const outcomes = [];
  for (const digits of ["12345678901234567890", "12345678901234567891", "12345678901234567890"]) {
    const body = JSON.stringify(saying("chat", OPENAI, text, { cache, own_number: 0 }));
    const response = await fetch(`${gateway.url}/api/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${gateway.managementKey}` },
      body: body.replace('"own_number":0', `"own_number":${digits}`),
    });
    outcomes.push(response.headers.get("x-cache"));
  }
  expect(outcomes).toEqual(["miss", "miss", "hit"]);
});

test("a response that was streamed without a repair is not sent to a request that asks for repaired JSON", async () => {
  const response_format = { type: "json_object" };
  const body = saying("chat", OPENAI, fresh(), { cache, response_format, plugins: [{ id: "response-healing" }] });
  upstream.script({ times: 2, answer: { text: '{"a": 1' } });
  const streamed = await streamOf(gateway, "chat", body);
  expect([streamed.headers.get("x-cache"), textIn(streamed.events)]).toEqual(["miss", '{"a": 1']);
  const whole = await post(gateway, "chat", body);
  expect([whole.headers.get("x-cache"), JSON.parse(textOf(JSON.parse(whole.text)))]).toEqual(["miss", { a: 1 }]);
});

test("the metadata of a cached response names the generation that it came from", async () => {
  const body = saying("chat", OPENAI, fresh(), { cache });
  const headers = { "x-service-metadata": "enabled" };
  const made = await post(gateway, "chat", body);
  const { service_metadata: metadata } = JSON.parse((await post(gateway, "chat", body, { headers })).text);
  expect(metadata).toMatchObject({ strategy: "cache", attempts: [], requested: OPENAI });
  expect(metadata.cache.generation_id).toBe(made.headers.get("x-generation-id"));
  expect(metadata.cache.saved_usd).toBeGreaterThan(0);
});

test.each(["cut-2", "error-mid-2", "early-end-2"])("a response that failed (%s) is not kept", async (fault) => {
  const body = saying("chat", OPENAI, `fault-${fault} ${fresh()}`, { cache, provider: { only: ["openai"] } });
  const first = await streamOf(gateway, "chat", body);
  expect(looksFinished("chat", first.events)).toBe(false);
  const second = await streamOf(gateway, "chat", body);
  expect(second.headers.get("x-cache")).not.toBe("hit");
});

/** Creates a key with a guardrail. */
async function addGuardrail(fields: object) {
  const made = (await gateway.call("POST", "/guardrails", { name: fresh(), ...fields })).body.data;
  const { key, hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${made.id}/assignments/keys`, { key_hashes: [hash] });
  return { key, path: `/guardrails/${made.id}` };
}

test("texts that a guardrail redacts alike do not share a response", async () => {
  const { key } = await addGuardrail({ content_filter_builtins: [{ slug: "email", action: "redact" }] });
  const about = async (address: string) =>
    (await post(gateway, "chat", saying("chat", OPENAI, `Write to ${address}`, { cache }), { key })).headers;
  const asked = [await about("ann@example.com"), await about("bob@example.com"), await about("ann@example.com")];
  expect(asked.map((headers) => headers.get("x-cache"))).toEqual(["miss", "miss", "hit"]);
  const sent = upstream.requests.map(({ raw }) => raw.toString());
  expect(sent[0]).toContain("[EMAIL_1]");
  expect(sent[0]).toBe(sent[1]);
});

test("a change of the guardrail, and another workspace, get a new response", async () => {
  const { key, path } = await addGuardrail({});
  const body = saying("chat", OPENAI, fresh(), { cache });
  const outcome = async (by: string) => (await post(gateway, "chat", body, { key: by })).headers.get("x-cache");
  const outcomes = [await outcome(key), await outcome(key)];
  const changed = await gateway.call("PATCH", path, { content_filter_builtins: [{ slug: "email", action: "block" }] });
  expect(changed.status).toBe(200);
  outcomes.push(await outcome(key));
  const workspace = (await gateway.call("POST", "/workspaces", { name: fresh(), slug: `cache-${texts}` })).body.data;
  const other = (await gateway.call("POST", "/keys", { name: fresh(), workspace_id: workspace.id })).body.key;
  outcomes.push(await outcome(other));
  expect(outcomes).toEqual(["miss", "hit", "miss", "miss"]);
});

test.each([
  { ignored_models: ["anthropic/claude-sonnet-4.5"] },
  { allowed_models: [OPENAI] },
  { ignored_providers: ["anthropic"] },
  { enforce_zdr_anthropic: true },
])("a cached response from a model or provider that a guardrail forbids since is not sent: %j", async (limits) => {
  const { key, path } = await addGuardrail({});
  const body = saying("chat", OPENAI, fresh(), { models: ["anthropic/claude-sonnet-4.5"], cache });
  upstream.script({ match: ({ raw }) => raw.includes("gpt-4o-mini"), times: 2, fault: { status: 503 } });
  const sources = [];
  for (const change of [{}, {}, limits]) {
    await gateway.call("PATCH", path, change);
    const { headers, text } = await post(gateway, "chat", body, { key });
    sources.push([headers.get("x-cache"), JSON.parse(text).model]);
  }
  expect(sources).toEqual([
    ["miss", "anthropic/claude-sonnet-4.5"],
    ["hit", "anthropic/claude-sonnet-4.5"],
    ["miss", OPENAI],
  ]);
});

test("requests with another set of provider keys have responses of their own", async () => {
  const [one, other] = [await gateway.newKey(), await gateway.newKey()];
  const own = { provider: "openai", key: "sk-own-000000000000000000", allowed_api_key_hashes: [one.hash] };
  const { id } = (await gateway.call("POST", "/byok", own)).body.data;
  const body = saying("chat", OPENAI, fresh(), { cache });
  const outcome = async ({ key }: { key: string }) =>
    (await post(gateway, "chat", body, { key })).headers.get("x-cache");
  const outcomes = [await outcome(one), await outcome(other), await outcome(one), await outcome(other)];
  expect(outcomes).toEqual(["miss", "miss", "hit", "hit"]);
  const credentials = upstream.requests.map(({ headers }) => headers.authorization);
  expect(credentials).toEqual(["Bearer sk-own-000000000000000000", "Bearer key-of-openai"]);
  await gateway.call("PATCH", `/byok/${id}`, { disabled: true });
  // Both use the gateway's key now.
  expect(await outcome(one)).toBe("hit");
  expect(upstream.requests).toHaveLength(2);
});

test("a preset turns it on, and its requests may turn it off", async () => {
  const slug = `kept-${++texts}`;
  const setting = { model: OPENAI, messages: [{ role: "user", content: "x" }], cache };
  await gateway.call("POST", `/presets/${slug}/chat/completions`, setting);
  const body = saying("chat", `@preset/${slug}`, fresh());
  const outcomes = [];
  for (const one of [body, body, { ...body, cache: { ttl: 0 } }])
    outcomes.push((await post(gateway, "chat", one)).headers.get("x-cache"));
  expect(outcomes).toEqual(["miss", "hit", null]);
});

test("a key turns it on, in all its dialects, and its requests may turn it off", async () => {
  const { key, hash } = await gateway.newKey({ cache_ttl: 600 });
  const chat = saying("chat", OPENAI, fresh());
  const message = saying("messages", MODELS[1] as string, fresh(), { max_tokens: 50 });
  const embedding = { model: "openai/text-embedding-3-small", input: fresh() };
  const outcomeOf = async (path: string, body: object, by = key) =>
    (await gateway.call("POST", path, body, { key: by })).headers.get("x-cache");
  const outcomes = [];
  for (const [path, body] of [
    ["/chat/completions", chat],
    ["/messages", message],
    ["/embeddings", embedding],
  ] as const)
    outcomes.push(await outcomeOf(path, body), await outcomeOf(path, body));
  expect(outcomes).toEqual(["miss", "hit", "miss", "hit", "miss", "hit"]);
  expect(await outcomeOf("/chat/completions", { ...chat, cache: { ttl: 0 } })).toBeNull();

  const rotated = (await gateway.call("POST", `/keys/${hash}/rotate`, {})).body;
  expect(await outcomeOf("/chat/completions", chat, rotated.key)).toBe("hit");
  await gateway.call("PATCH", `/keys/${rotated.data.hash}`, { cache_ttl: null });
  expect(await outcomeOf("/chat/completions", chat, rotated.key)).toBeNull();
});

test.each([0, -1, 1.5, 604_801, "1h"])("a key with cache_ttl %j is rejected", async (wrong) => {
  const { status, body } = await gateway.call("POST", "/keys", { name: fresh(), cache_ttl: wrong });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("cache_ttl")]);
});

test.each([{ ttl: -1 }, { ttl: 604_801 }, { ttl: 1.5 }, {}, "1h"])("cache: %j is rejected", async (wrong) => {
  const { status } = await post(gateway, "chat", saying("chat", OPENAI, "x", { cache: wrong as object }));
  expect(status).toBe(400);
});
