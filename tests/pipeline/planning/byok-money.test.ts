import { beforeEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf, saying } from "../calling.ts";

// 0.15 USD for a million tokens of input, 0.60 for output.
const MODEL = "openai/gpt-4o-mini";
const USAGE = { inputTokens: 1000, outputTokens: 100 };
const LISTED_NANO_USD = 1000 * 150 + 100 * 600;
const OWN = "sk-own-0000000000000000000000";
const REFUSED = "invalid-own-0000000000000000";

const upstream = sharedUpstream();
const gateway = sharedGateway({
  upstream,
  providers: ["openai", "groq", "together"],
  env: { RESERVE_OUTPUT_TOKENS: "1024" },
});

let credential: string;

beforeEach(async () => {
  if (credential) await gateway.call("DELETE", `/byok/${credential}`);
  credential = (await gateway.call("POST", "/byok", { provider: "openai", key: OWN })).body.data.id;
  upstream.script({ usage: USAGE });
});

type Options = { key?: string; dialect?: DialectName; more?: object };

const call = ({ key, dialect = "responses", more = {} }: Options = {}) =>
  post(gateway, dialect, saying(dialect, MODEL, "Hello", { ...more }), { ...(key && { key }) });
const keysSent = () => upstream.requests.map(({ headers }) => (headers.authorization ?? "").replace("Bearer ", ""));
const change = (fields: object) => gateway.call("PATCH", `/byok/${credential}`, fields);

describe("BYOK spending", () => {
  test("is counted separately, for the key and for the credential", async () => {
    const { key, hash } = await gateway.newKey();
    for (const dialect of ["responses", "messages"] as const)
      await call({ key, dialect, ...(dialect === "messages" && { more: { max_tokens: 99 } }) });
    await change({ disabled: true });
    await call({ key });
    const usd = LISTED_NANO_USD / 1e9;
    const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
    expect(data).toMatchObject({ usage: usd, byok_usage: 2 * usd, byok_usage_daily: 2 * usd });
    const record = (await gateway.call("GET", `/byok/${credential}`)).body.data;
    expect(record).toMatchObject({ usage: 2 * usd, usage_monthly: 2 * usd, successes: 2 });
  });

  test("uses the credential's negotiated prices, and can be recomputed; system credentials do not", async () => {
    const override = { credential_id: credential, discount_basis_points: 5000, source: "contract" };
    const { id } = (await gateway.call("POST", "/prices", override)).body.data;
    const record = await recordOf(gateway, (await call()).headers);
    expect(record).toMatchObject({ cost_nano_usd: LISTED_NANO_USD / 2, cost_proof: { holds: true }, is_byok: true });
    await change({ disabled: true });
    expect((await recordOf(gateway, (await call()).headers)).cost_nano_usd).toBe(LISTED_NANO_USD);
    await gateway.call("DELETE", `/prices/${id}`);
  });
});

describe("a key's limit", () => {
  test("without BYOK accepts BYOK requests at any balance, but not system ones", async () => {
    const { key, hash } = await gateway.newKey({ limit: 0 });
    expect((await call({ key })).status).toBe(200);
    expect(keysSent()).toEqual([OWN]);
    const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
    expect(data).toMatchObject({ limit_remaining: 0, usage: 0, byok_usage: LISTED_NANO_USD / 1e9 });
    await change({ key: REFUSED });
    expect((await call({ key })).status).toBe(502);
    expect(keysSent()).toEqual([OWN, REFUSED]);
    await change({ disabled: true });
    expect((await call({ key })).status).toBe(402);
  });

  test("with BYOK counts and rejects BYOK requests", async () => {
    const limit = (LISTED_NANO_USD * 1.5) / 1e9;
    const { key, hash } = await gateway.newKey({ limit, include_byok_in_limit: true });
    const more = { max_output_tokens: 100 };
    expect((await call({ key, more })).status).toBe(200);
    const { data } = (await gateway.call("GET", `/keys/${hash}`)).body;
    expect(data.limit_remaining).toBeCloseTo(limit / 3, 9);
    expect((await call({ key, more: { max_output_tokens: 1000 } })).status).toBe(402);
    await gateway.call("PATCH", `/keys/${hash}`, { include_byok_in_limit: false });
    expect((await call({ key, more: { max_output_tokens: 1000 } })).status).toBe(200);
  });

  test("releases the reservation for system credentials if BYOK serves the request", async () => {
    const { key, hash } = await gateway.newKey({ limit: 0.001 });
    for (let count = 0; count < 5; count++)
      expect((await call({ key, more: { max_output_tokens: 1500 } })).status).toBe(200);
    expect(new Set(keysSent())).toEqual(new Set([OWN]));
    expect((await gateway.call("GET", `/keys/${hash}`)).body.data.limit_remaining).toBe(0.001);
  });

  test("only ends a BYOK stream that outgrows its reservation if it counts BYOK", async () => {
    upstream.reset();
    upstream.script({ fault: { replyWords: 3000 } });
    const ask = async (fields: object) => {
      const { key } = await gateway.newKey({ limit: 0.0007, ...fields });
      return (await call({ key, dialect: "chat", more: { stream: true } })).text;
    };
    expect(await ask({})).toContain("word2999");
    const ended = await ask({ include_byok_in_limit: true });
    expect(ended).toContain("does not cover the rest");
    expect(ended).not.toContain("word2999");
  });
});

test("a workspace's budget counts BYOK only if configured", async () => {
  const put = (fields: object) => gateway.call("PUT", "/workspaces/default/budgets/lifetime", fields);
  await put({ limit_usd: 0.000001 });
  expect((await call()).status).toBe(200);
  await put({ limit_usd: 0.000001, include_byok_in_budgets: true });
  expect((await call()).status).toBe(402);
  await gateway.call("DELETE", "/workspaces/default/budgets/lifetime");
});

test("BYOK comes before a cheaper system credential unless the caller orders otherwise", async () => {
  const model = "openai/gpt-oss-120b";
  const own = (await gateway.call("POST", "/byok", { provider: "together", key: OWN })).body.data.id;
  const only = ["groq", "together"];
  const providersOf = async (routing: object) => {
    upstream.requests.length = 0;
    await post(gateway, "chat", saying("chat", model, "Hello", { provider: { only, ...routing } }));
    return upstream.requests.map(({ path }) => path.split("/")[1]);
  };
  expect(await providersOf({})).toEqual(["together"]);
  expect(await providersOf({ sort: "price" })).toEqual(["together"]);
  expect(await providersOf({ order: ["groq"] })).toEqual(["groq"]);
  await gateway.call("DELETE", `/byok/${own}`);
});
