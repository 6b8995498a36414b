import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-4o-mini";
const find = (id: string | null, key?: string) =>
  gateway.call("GET", `/generation?id=${id}`, undefined, key ? { key } : {});

async function make(key: string, body: object = {}, headers: Record<string, string> = {}) {
  const response = await gateway.call("POST", "/responses", { model: MODEL, input: "hi", ...body }, { key, headers });
  return { ...response, id: response.headers.get("x-generation-id") };
}

describe("the record of a call", () => {
  test("is available with the response, including its cost and caller", async () => {
    upstream.script({ usage: { inputTokens: 1000, cacheReadTokens: 400, outputTokens: 200 }, times: 1 });
    const { key, hash } = await gateway.newKey();
    const headers = { "x-request-id": "request-1", "x-session-id": "session-1", "user-agent": "tester/1.0" };
    const { id, body } = await make(key, { user: "customer-1" }, headers);
    const { status, body: found } = await find(id, key);
    expect(status).toBe(200);
    expect(found.data).toMatchObject({
      id,
      request_id: "request-1",
      session_id: "session-1",
      external_user: "customer-1",
      user_agent: "tester/1.0",
      api_type: "completions",
      dialect: "responses",
      model: MODEL,
      requested_model: MODEL,
      provider_name: "openai",
      key_hash: hash,
      upstream_id: body.id,
      status: 200,
      error: null,
      streamed: false,
      cancelled: false,
      tokens_prompt: 1000,
      native_tokens_cached: 400,
      tokens_completion: 200,
      usage_estimated: false,
      // 600 x 0.15 + 400 x 0.075 + 200 x 0.60 USD a million
      cost_nano_usd: 240_000,
      usage: 0.00024,
      total_cost: 0.00024,
      is_byok: false,
      upstream_inference_cost: null,
    });
    expect(found.data.price_ids).toHaveLength(3);
    expect(found.data.provider_responses).toMatchObject([{ provider_name: "openai", status: 200, error: null }]);
  });

  test("can also be found by the upstream's id", async () => {
    const { key } = await gateway.newKey();
    const { id, body } = await make(key);
    expect((await find(body.id, key)).body.data.id).toBe(id);
  });

  test("includes the time to the first token of a stream", async () => {
    const { key } = await gateway.newKey();
    const { id } = await make(key, { stream: true });
    const { data } = (await find(id, key)).body;
    expect(data).toMatchObject({ streamed: true, latency: expect.any(Number), generation_time: expect.any(Number) });
    expect(data.generation_time).toBeGreaterThanOrEqual(data.latency);
  });
});

test("has no cost if the call failed", async () => {
  upstream.script({ reply: { status: 400, body: "{}" }, times: 1 });
  const { key, hash } = await gateway.newKey();
  expect((await make(key)).status).toBe(400);
  expect((await gateway.call("GET", `/keys/${hash}`)).body.data.usage).toBe(0);
});

describe("the record of a call can be read by", () => {
  test("every key of its workspace, and management keys", async () => {
    const [own, other] = [await gateway.newKey(), await gateway.newKey()];
    const { id } = await make(own.key);
    for (const key of [own.key, other.key, gateway.managementKey]) expect((await find(id, key)).status).toBe(200);
  });

  test("another key, without the name of the key that made the call", async () => {
    const [own, other] = [await gateway.newKey({ name: "Nightly jobs" }), await gateway.newKey()];
    const { id } = await make(own.key);
    const nameFor = async (key: string) => (await find(id, key)).body.data.api_key_name;
    expect([await nameFor(own.key), await nameFor(other.key)]).toEqual(["Nightly jobs", null]);
    await gateway.call("DELETE", `/keys/${own.hash}`);
    expect([await nameFor(gateway.managementKey), await nameFor(other.key)]).toEqual(["Nightly jobs", null]);
  });

  test("nobody without the id", async () => {
    expect((await find("gen-0-nothing")).status).toBe(404);
    expect((await gateway.call("GET", "/generation")).status).toBe(400);
  });
});
