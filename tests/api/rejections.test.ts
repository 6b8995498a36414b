import { beforeAll, describe, expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-4o-mini";
const TOO_LONG = { model: MODEL, input: "hi", max_output_tokens: 16_000 };

let poor: { key: string; hash: string };
let guarded: { key: string; hash: string };

/** Requests that are rejected, by the reason that their rows must have. */
const REQUESTS = {
  invalid_request: { body: { model: MODEL, input: "hi", temperature: 9 }, status: 400, field: "temperature" },
  unknown_model: { body: { model: "openai/gpt-nothing", input: "hi" }, status: 404, field: "model" },
  retired_model: { body: { model: "x-ai/grok-3-beta", input: "hi" }, status: 404, field: "model" },
  no_provider: { body: { model: "anthropic/claude-opus-4.5", input: "hi" }, status: 404, field: null },
  not_found: { body: { model: MODEL, input: "hi", preset: "nothing" }, status: 404, field: null },
  spending_limit: { body: TOO_LONG, status: 402, field: null, by: () => poor.key },
  external_user_limit: { body: { ...TOO_LONG, user: "busy" }, status: 402, field: null },
  session_limit: { body: { ...TOO_LONG, session_id: "in a loop" }, status: 402, field: null },
  guardrail: { body: { model: MODEL, input: "a@example.com" }, status: 403, field: null, by: () => guarded.key },
  tool_not_allowed: {
    body: { model: MODEL, input: "hi", tools: [{ type: "web_search" }] },
    status: 403,
    field: "tools[0]",
    by: () => guarded.key,
  },
} as const;

let plain: { key: string; hash: string };
const ids = new Map<string, string | null>();

beforeAll(async () => {
  const guardrail = await gateway.call("POST", "/guardrails", {
    name: "No addresses",
    content_filter_builtins: [{ slug: "email", action: "block" }],
  });
  plain = await gateway.newKey();
  poor = await gateway.newKey({ limit: 0.000001 });
  guarded = await gateway.newKey({ allowed_tools: [] });
  for (const each of ["per_external_user", "per_session"]) {
    const fields = { name: each, limit_usd: 0.000001, tags: [], [each]: true };
    expect((await gateway.call("POST", "/workspaces/default/shared-budgets", fields)).status).toBe(201);
  }
  await gateway.call("POST", `/guardrails/${guardrail.body.data.id}/assignments/keys`, { key_hashes: [guarded.hash] });
  for (const [reason, request] of Object.entries(REQUESTS)) {
    const key = "by" in request ? request.by() : plain.key;
    const response = await gateway.call("POST", "/responses", request.body, { key });
    expect([reason, response.status]).toEqual([reason, request.status]);
    ids.set(reason, response.headers.get("x-generation-id"));
  }
  await gateway.call("POST", "/responses", { model: MODEL, input: "hi" }, { key: plain.key });
});

const list = async (search: string) => (await gateway.call("GET", `/generations${search}`)).body.data;

describe("a rejected request", () => {
  test.each(Object.entries(REQUESTS))("is recorded: %s", async (reason, { body, status, field }) => {
    const { body: found } = await gateway.call("GET", `/generation?id=${ids.get(reason)}`);
    expect(found.data).toMatchObject({
      status,
      rejection: { reason, field, requests: 1 },
      requested_model: body.model,
      provider_name: null,
      provider_responses: [],
      cost_nano_usd: 0,
    });
    expect(found.data.error).toMatch(/\w/);
    expect((await list(`?rejection=${reason}`)).map(({ id }: { id: string }) => id)).toEqual([ids.get(reason)]);
  });

  test("counts as rejected and changes neither requests nor error rate", async () => {
    const { body } = await gateway.call("POST", "/analytics/query", {
      metrics: ["rejected", "requests", "errors", "error_rate"],
    });
    expect(body.data.data).toEqual([{ rejected: Object.keys(REQUESTS).length, requests: 1, errors: 0, error_rate: 0 }]);
    const byKey = await gateway.call("POST", "/analytics/query", {
      metrics: ["rejected"],
      dimensions: ["api_key_hash", "rejection"],
      filters: [{ field: "rejection", operator: "eq", value: "spending_limit" }],
    });
    expect(byKey.body.data.data).toEqual([{ api_key_hash: poor.hash, rejection: "spending_limit", rejected: 1 }]);
  });

  test("is told apart from calls in the list", async () => {
    expect(await list("?status_class=rejected")).toHaveLength(Object.keys(REQUESTS).length);
    const [call] = await list("?status_class=ok");
    expect(call).toMatchObject({ rejection: null, status: 200 });
  });
});

test("a client in a loop fills a bounded number of rows, which count every request and finding", async () => {
  const first = await openPooledGateway({ env: { RATE_LIMIT_REQUESTS_PER_MINUTE: "60" } });
  const guardrail = await first.call("POST", "/guardrails", {
    name: "No addresses",
    content_filter_builtins: [{ slug: "email", action: "block" }],
  });
  const { id } = guardrail.body.data;
  const { key, hash } = await first.newKey();
  await first.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
  const statuses: number[] = [];
  const named: string[] = [];
  for (let index = 0; index < 90; index++) {
    const body = { model: index < 30 ? "local/nothing" : "local/echo", input: "a@example.com b@example.com" };
    const response = await first.call("POST", "/responses", body, { key });
    statuses.push(response.status);
    if (response.headers.has("x-generation-id")) named.push(response.headers.get("x-generation-id") as string);
  }
  // A response names a row only if it exists.
  for (const one of [named[0], named.at(-1)])
    expect((await first.call("GET", `/generation?id=${one}`)).status).toBe(200);
  await first.stop({ keepFolder: true });
  const second = await openPooledGateway({ folder: first.folder });
  const counted = async (reason: string) => {
    const { body } = await second.call("GET", `/generations?limit=100&rejection=${reason}`);
    const requests = body.data.map((row: { rejection: { requests: number } }) => row.rejection.requests);
    return { rows: requests.length, requests: requests.reduce((sum: number, one: number) => sum + one, 0) };
  };
  const sent = (status: number) => statuses.filter((one) => one === status).length;
  expect(new Set(statuses)).toEqual(new Set([404, 403, 429]));
  for (const [status, reason] of [
    [404, "unknown_model"],
    [403, "guardrail"],
    [429, "rate_limit"],
  ] as const) {
    const { rows, requests } = await counted(reason);
    expect([reason, requests]).toEqual([reason, sent(status)]);
    // 20 rows a minute, then one every 10 seconds that counts the others.
    expect(rows).toBeLessThan(sent(status));
  }
  const hits = await second.call("GET", `/guardrails/${id}/hits`);
  type Hit = { calls: number; matches: number };
  const sums = (name: keyof Hit) => hits.body.data.hits.reduce((sum: number, hit: Hit) => sum + hit[name], 0);
  expect([sums("calls"), sums("matches")]).toEqual([sent(403), 2 * sent(403)]);
  await second.stop();
});
