import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const ASKED = JSON.stringify({ model: "local/echo", input: "Grüße, 日本" });

async function sendBody(body: string | Buffer, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${gateway.managementKey}`;
  const init = { method: "POST", headers: { authorization, "content-type": "application/json", ...headers } };
  const response = await fetch(`${gateway.url}/api/v1/responses`, { ...init, body: body as BodyInit });
  return { status: response.status, body: (await response.json()) as ReturnType<typeof JSON.parse> };
}

test("a byte order mark before the text is ignored", async () => {
  const { status, body } = await sendBody(`\ufeff${ASKED}`);
  expect(status).toBe(200);
  expect(body.output[0].content[0].text).toContain("Grüße, 日本");
});

test.each<[string, RegExp, Buffer, Record<string, string>?]>([
  ["bytes that are not UTF-8", /not UTF-8/, Buffer.from(ASKED, "latin1")],
  ["UTF-16", /not valid JSON/, Buffer.from(ASKED, "utf16le")],
])("%s: 400 with the reason", async (_, message, body, headers) => {
  const response = await sendBody(body, headers);
  expect(response.status).toBe(400);
  expect(response.body.error.message).toMatch(message);
});

describe("an invalid value of a field with several types is explained", () => {
  test.each([
    ["of neither type", { input: 5 }, "input", /^must be a string or an array$/],
    ["missing", {}, "input", /^required$/],
    ["with an invalid field", { input: "Hi", provider: { sort: { by: "speed" } } }, "provider.sort.by", /price/],
    ["an unknown value", { input: "Hi", provider: { sort: "speed" } }, "provider.sort", /price/],
  ])("%s", async (_, fields, path, message) => {
    const { status, body } = await sendBody(JSON.stringify({ model: "local/echo", ...fields }));
    expect(status).toBe(400);
    expect(body.error.metadata.issues).toEqual([{ path, message: expect.stringMatching(message) }]);
    expect(body.error.message).toContain(`${path}: `);
  });
});

test.each([
  [-1, "must be at least 0"],
  [1e12, "must be at most 9000000"],
  [1e-10, "A limit has at most nine decimals"],
])("a limit of %d is rejected with a single reason", async (limit, message) => {
  const issue = (path: string) => [{ path, message }];
  const key = await gateway.call("POST", "/keys", { name: "limits", limit });
  expect(key.body.error.metadata.issues).toEqual(issue("limit"));
  const guardrail = await gateway.call("POST", "/guardrails", { name: "limits", limit_usd: limit });
  expect(guardrail.body.error.metadata.issues).toEqual(issue("limit_usd"));
});

test.each(["/api/", "/api/responses", "/api/v2/key", "/api/v1", "/api/v1/", "/api/v1/no/such/path"])(
  "%s is not a path of the API: 404 in the envelope",
  async (path) => {
    for (const method of ["GET", "POST"]) {
      const response = await fetch(`${gateway.url}${path}`, { method });
      expect(response.status).toBe(404);
      expect(response.headers.get("x-request-id")).toBeTruthy();
      expect(((await response.json()) as { error: object }).error).toMatchObject({
        code: 404,
        type: "not_found_error",
      });
    }
  },
);

test.each([
  "/v1//chat/completions",
  "/api/v1/chat/completions/",
  "//v1/chat/completions",
  "//api///v1/chat/completions?a=//b",
])("%s, as clients make it of a base URL that ends with a slash, is redirected", async (path) => {
  const init = {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "local/echo", messages: [{ role: "user", content: "Hi" }] }),
  };
  const response = await fetch(`${gateway.url}${path}`, { ...init, redirect: "manual" });
  expect(response.status).toBe(308);
  expect(response.headers.get("location")).toMatch(/^\/(api\/)?v1\/chat\/completions(\?a=\/\/b)?$/);
  expect((await fetch(`${gateway.url}${path}`, init)).status).toBe(200);
});

test.each(["/chat/completions", "/models", "/"])("%s: 404 that names the base URL", async (path) => {
  const response = await fetch(`${gateway.url}${path}`, { method: "POST" });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain(`No such path: ${path}. The base URL of the API ends with /v1`);
});

test.each([
  ["/chat/completions", { n: 0 }],
  ["/chat/completions", { n: "2" }],
  ["/chat/completions", { modalities: [1] }],
  ["/chat/completions", { cache_control: { type: "for ever" } }],
  ["/responses", { modalities: "text" }],
  ["/responses", { cache_control: [] }],
])("%s with %j is the caller's error, not the provider's", async (path, fields) => {
  const asked = path === "/responses" ? { input: "Hi" } : { messages: [{ role: "user", content: "Hi" }] };
  const { status, body } = await gateway.call("POST", path, { model: "local/echo", ...asked, ...fields });
  expect(status).toBe(400);
  expect(body.error.message).toContain(`Invalid request: ${Object.keys(fields)[0]}`);
});

describe("fallback models must be names, at every endpoint", () => {
  const calls: [string, object][] = [
    ["/responses", { input: "Hi" }],
    ["/chat/completions", { messages: [{ role: "user", content: "Hi" }] }],
    ["/messages", { messages: [{ role: "user", content: "Hi" }] }],
    ["/embeddings", { input: "Hi" }],
    ["/rerank", { query: "Hi", documents: ["Hi"] }],
    ["/images", { prompt: "Hi" }],
    ["/audio/speech", { input: "Hi" }],
    ["/videos", { prompt: "Hi" }],
  ];
  test.each(calls)("%s", async (path, body) => {
    const wrong = [
      { fallbacks: [null] },
      { fallbacks: "local/echo" },
      { fallbacks: { model: "local/echo" } },
      { fallbacks: [{ model: 5 }] },
      { models: [5] },
      { models: "local/echo" },
    ];
    for (const fields of wrong) {
      const response = await gateway.call("POST", path, { model: "local/echo", ...body, ...fields });
      expect([fields, response.status]).toEqual([fields, 400]);
      expect(response.body.error.message).toMatch(/^Invalid request: (fallbacks|models)/);
    }
  });
});
