import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ env: { ACCESS_LOG: "on", LOG_LEVEL: "info" } });
});
afterAll(() => gateway?.stop());

const lines = () =>
  gateway
    .output()
    .split("\n")
    .filter((line) => line.includes('"event":"request"'))
    .map((line) => JSON.parse(line));
const lineOf = (requestId: string) =>
  vi.waitFor(() => {
    const line = lines().find((one) => one.requestId === requestId);
    expect(line).toBeDefined();
    return line;
  }, 20_000);

test("each request is logged in one line with its id, status, time and generation", async () => {
  const headers = { "x-request-id": "one" };
  const body = { model: "local/echo", input: "a secret prompt", stream: true };
  const response = await gateway.call("POST", "/responses", body, { headers });
  expect(await lineOf("one")).toMatchObject({
    method: "POST",
    path: "/api/v1/responses",
    operation: "createResponse",
    status: 200,
    generationId: response.headers.get("x-generation-id"),
    isComplete: true,
    tookMs: expect.any(Number),
  });
  expect(lines().filter(({ requestId }) => requestId === "one")).toHaveLength(1);
  expect(gateway.output()).not.toContain("a secret prompt");
});

test("the line of a traced request has the trace id", async () => {
  const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
  const headers = { "x-request-id": "traced", traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  await gateway.call("GET", "/models", undefined, { headers });
  expect(await lineOf("traced")).toMatchObject({ traceId });
});

test("a rejected request is also logged, without its query", async () => {
  await gateway.call("GET", "/nothing?token=hidden", undefined, { headers: { "x-request-id": "two" } });
  expect(await lineOf("two")).toMatchObject({ path: "/api/v1/nothing", status: 404 });
  await gateway.call("GET", "/keys", undefined, { key: "sk-wrong", headers: { "x-request-id": "three" } });
  expect(await lineOf("three")).toMatchObject({ operation: "listKeys", status: 401 });
  expect(gateway.output()).not.toContain("hidden");
});

test("a stream whose reader disconnected is logged as incomplete", async () => {
  const response = await fetch(`${gateway.url}/api/v1/responses`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${gateway.managementKey}`,
      "content-type": "application/json",
      "x-request-id": "four",
    },
    body: JSON.stringify({ model: "local/echo", input: "word ".repeat(200_000), stream: true }),
  });
  await response.body?.cancel();
  expect(await lineOf("four")).toMatchObject({ isComplete: false });
});

test("LOG_FORMAT=text writes readable lines", async () => {
  const text = await openPooledGateway({ env: { ACCESS_LOG: "on", LOG_LEVEL: "info", LOG_FORMAT: "text" } });
  await text.call("GET", "/key", undefined, { headers: { "x-request-id": "five" } });
  await vi.waitFor(() => expect(text.output()).toMatch(/INFO: request \{.*"requestId":"five"/), 20_000);
  await text.stop();
});
