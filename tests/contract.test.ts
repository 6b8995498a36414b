import { beforeAll, describe, expect, test } from "vitest";
import type { Endpoint, Method } from "#lib/contract/endpoint.ts";
import { contract } from "#lib/contract/index.ts";
import type { ApiResult } from "#tests/support/servers/gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const METHODS: Method[] = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const MAX_BODY_BYTES = 4096;
const NOBODY = "00000000-0000-4000-8000-000000000000";

let ordinary: string;
const refused: Record<string, string> = { unknown: "sk-sb-a-key-that-was-never-made-by-anyone" };

const gateway = sharedGateway({ env: { MAX_BODY_BYTES: String(MAX_BODY_BYTES) } });

beforeAll(async () => {
  ordinary = (await gateway.newKey()).key;
  const [paused, expired, deleted] = await Promise.all([gateway.newKey(), gateway.newKey(), gateway.newKey()]);
  await gateway.call("PATCH", `/keys/${paused.hash}`, { disabled: true });
  await gateway.call("PATCH", `/keys/${expired.hash}`, { expires_at: "2020-01-01T00:00:00Z" });
  await gateway.call("DELETE", `/keys/${deleted.hash}`);
  Object.assign(refused, { paused: paused.key, expired: expired.key, deleted: deleted.key });
});

const named = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);
const guarded = contract.filter(({ access }) => access !== "public");
const administrative = contract.filter(({ access }) => access === "management");
const withBody = contract.filter(({ body }) => body);

function pathOf({ path }: Endpoint): string {
  return path.replace(/\{\w+\}/g, NOBODY);
}

function ask(endpoint: Endpoint, key: string | null, body?: unknown): Promise<ApiResult> {
  return gateway.call(endpoint.method, pathOf(endpoint), body, { key });
}

function expectEnvelope({ status, headers, body }: ApiResult, expected: number): void {
  expect({ status, body }).toMatchObject({
    status: expected,
    body: { type: "error", error: { type: expect.any(String), code: expected, message: expect.any(String) } },
  });
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-request-id")).toBeTruthy();
  expect(headers.get("www-authenticate")).toBe(expected === 401 ? "Bearer" : null);
}

describe("access", () => {
  test.each(named(guarded))("%s is rejected without a key", async (_, endpoint) => {
    expectEnvelope(await ask(endpoint, null), 401);
  });

  test.each(named(guarded))("%s is rejected for an unknown, disabled, expired or deleted key", async (_, endpoint) => {
    for (const key of Object.values(refused)) expectEnvelope(await ask(endpoint, key), 401);
  });

  test.each(named(guarded))(
    "%s is rejected for a credential that is not a bearer token",
    async (_, { method, ...rest }) => {
      const headers = { authorization: "Basic c3dpdGNoOmJvYXJk" };
      expectEnvelope(await gateway.call(method, pathOf({ method, ...rest }), undefined, { key: null, headers }), 401);
    },
  );

  test.each(named(administrative))("%s is rejected for an ordinary key", async (_, endpoint) => {
    const response = await ask(endpoint, ordinary, endpoint.body ? {} : undefined);
    expectEnvelope(response, 403);
    expect(response.body.error.message).toBe("Only management keys can perform this operation");
  });

  test("a key is also read from x-api-key", async () => {
    const { status } = await gateway.call("GET", "/key", undefined, { key: null, headers: { "x-api-key": ordinary } });
    expect(status).toBe(200);
  });
});

describe("request bodies", () => {
  test.each(named(withBody))("%s rejects anything but JSON", async (_, endpoint) => {
    expectEnvelope(await ask(endpoint, gateway.managementKey, '{"name": '), 400);
  });

  test.each(named(withBody))("%s rejects JSON of the wrong type", async (_, endpoint) => {
    for (const body of ["[]", "7", '"text"', "null"])
      expectEnvelope(await ask(endpoint, gateway.managementKey, body), 400);
  });

  test.each(named(withBody))("%s rejects a body above the limit, announced or not", async (_, endpoint) => {
    const large = JSON.stringify({ name: "x".repeat(MAX_BODY_BYTES) });
    expectEnvelope(await ask(endpoint, gateway.managementKey, large), 413);
    expect(await statusOfChunked(endpoint, large)).toBe(413);
  });
});

describe("NUL characters, which the database cannot store, are the caller's error", () => {
  const asked = contract.filter(({ params, query }) => params || query);

  test.each(named(asked))("%s: in the path and in each field of the query", async (_, endpoint) => {
    const fields = Object.keys(endpoint.query?.shape ?? {}).map((name) => `${pathOf(endpoint)}?${name}=a%00b`);
    for (const path of [endpoint.path.replace(/\{\w+\}/g, "a%00b"), ...fields]) {
      const { status } = await gateway.call(endpoint.method, path, endpoint.body ? {} : undefined);
      expect({ path, isOurs: status >= 500 }).toEqual({ path, isOurs: false });
    }
  });

  const destination = { type: "s3", name: "Traces" };
  const config = { bucketName: "traces", accessKeyId: "id", secretAccessKey: "secret" };
  const stored: [string, string, (text: string) => object][] = [
    ["POST", "/keys", (name) => ({ name })],
    ["POST", "/workspaces", (name) => ({ name, slug: "a-b" })],
    ["PATCH", "/organization", (name) => ({ name })],
    ["POST", "/guardrails", (name) => ({ name })],
    ["POST", "/guardrails", (label) => ({ name: "a", custom_filters: [{ pattern: "a", action: "block", label }] })],
    ["POST", "/observability/destinations", (region) => ({ ...destination, config: { ...config, region } })],
    ["POST", "/presets/a-b/chat/completions", (content) => ({ messages: [{ role: "system", content }] })],
    ["POST", "/presets/a-b/chat/completions", (name) => ({ messages: [], tool_choice: { [name]: {} } })],
    [
      "POST",
      "/analytics/query",
      (value) => ({ metrics: ["requests"], filters: [{ field: "model", operator: "=", value }] }),
    ],
  ];
  test.each(stored)("%s %s: in stored fields, as is half of a surrogate pair", async (method, path, bodyWith) => {
    for (const text of ["a\u0000b", "a\ud800b", "\udc00"]) {
      const response = await gateway.call(method, path, bodyWith(text));
      expectEnvelope(response, 400);
      expect(response.body.error.message).toContain("must not contain U+0000 or half of a surrogate pair");
    }
    expect((await gateway.call("GET", "/key")).status).toBe(200);
  });
});

/** The status of a request whose body is sent without a length. */
async function statusOfChunked(endpoint: Endpoint, text: string): Promise<number> {
  const response = await fetch(`${gateway.url}/api/v1${pathOf(endpoint)}`, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${gateway.managementKey}` },
    body: new Blob([text]).stream(),
    duplex: "half",
  } as RequestInit);
  return response.status;
}

describe("every response", () => {
  const paths = [...Map.groupBy(contract, ({ path }) => path)];

  test.each(paths)("%s lists its methods in the response to a wrong one", async (_, endpoints) => {
    const taken = endpoints.map(({ method }) => method);
    for (const method of METHODS.filter((one) => !taken.includes(one))) {
      const answer = await gateway.call(method, pathOf(endpoints[0] as Endpoint));
      expectEnvelope(answer, 405);
      expect(answer.headers.get("allow")?.split(", ").sort()).toEqual([...taken].sort());
    }
  });

  test.each(named(contract))("%s returns the request id that was sent", async (_, endpoint) => {
    for (const key of [null, gateway.managementKey]) {
      const headers = { "x-request-id": "mine-1.2:3_4" };
      const { headers: answered } = await gateway.call(endpoint.method, pathOf(endpoint), undefined, { key, headers });
      expect(answered.get("x-request-id")).toBe("mine-1.2:3_4");
    }
  });

  test("a request id that is invalid in a header is replaced", async () => {
    const headers = { "x-request-id": "two words" };
    const answer = await gateway.call("GET", "/key", undefined, { headers });
    expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(METHODS)("%s of an unknown path is a 404 in the envelope", async (method) => {
    for (const path of ["/nothing", "/keys/a/b/c", "/"]) expectEnvelope(await gateway.call(method, path), 404);
  });
});

test("no key is written to the log", async () => {
  const output = gateway.output();
  for (const key of [gateway.managementKey, ordinary, ...Object.values(refused)]) expect(output).not.toContain(key);
});
