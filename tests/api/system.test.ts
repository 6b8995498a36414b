import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

const gateway = sharedGateway();

const metrics = async (key = gateway.managementKey) => {
  const response = await fetch(`${gateway.url}/api/metrics`, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};

test("health reports that the process and its database respond", async () => {
  const response = await fetch(`${gateway.url}/api/health`);
  expect(response.status).toBe(200);
  const ok = { status: "ok", version: expect.any(String), database: "ok", degraded: [], state_from: null };
  expect(await response.json()).toEqual(ok);
  for (const path of ["live", "ready"])
    expect(await (await fetch(`${gateway.url}/api/health/${path}`)).json()).toEqual(ok);
  expect((await fetch(`${gateway.url}/api/health`, { method: "POST" })).status).toBe(405);
});

test("metrics count responses, attempts, usage, cost and first tokens", async () => {
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi", stream: true });
  await gateway.call("GET", "/keys", undefined, { key: null });
  const { status, type, text } = await metrics();
  expect(status).toBe(200);
  expect(type).toContain("text/plain");
  for (const line of [
    'switchboard_requests_total{operation="createResponse",status="200"} 1',
    'switchboard_requests_total{operation="listKeys",status="401"} 1',
    'switchboard_upstream_attempts_total{provider="local",status="200"} 1',
    'switchboard_usage_total{provider="local",unit="input_tokens"} ',
    'switchboard_cost_nano_usd_total{provider="local"} 0',
    'switchboard_first_token_seconds_count{provider="local"} 1',
    "switchboard_open_streams 0",
  ]) {
    expect(text).toContain(line);
  }
});

test("calls are counted by workspace, provider, model, dialect and status, up to a limit", async () => {
  const bounded = await openPooledGateway({ env: { METRICS_MAX_SERIES: "1" } });
  await bounded.call("POST", "/responses", { model: "local/echo", input: "hi" });
  await bounded.call("POST", "/chat/completions", {
    model: "local/echo",
    messages: [{ role: "user", content: "hi" }],
  });
  const read = async () => (await bounded.call("GET", "/../metrics")).body as string;
  const first =
    /switchboard_calls_total\{workspace="[\w-]{36}",provider="local",model="local\/echo",dialect="responses",status="200"\} 1/;
  const other =
    /switchboard_calls_total\{workspace="other",provider="other",model="other",dialect="chat",status="200"\} 1/;
  await expect.poll(read).toMatch(other);
  expect(await read()).toMatch(first);
  await bounded.stop();
});

test("the alert rules and the dashboard name only metrics that exist", async () => {
  const { text } = await metrics();
  const files = ["prometheus-alerts.yaml", "grafana-dashboard.json"].map((name) => join("server/deploy", name));
  const names = files.flatMap((file) => readFileSync(file, "utf8").match(/\b(?:switchboard|process)_\w+/g) ?? []);
  expect(names.length).toBeGreaterThan(15);
  for (const name of new Set(names)) expect(text).toContain(`# HELP ${name.replace(/_bucket$/, "")} `);
});

test("a stream is counted as open while it is written", async () => {
  const stream = await fetch(`${gateway.url}/api/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.managementKey}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "local/echo", input: "word ".repeat(200), stream: true }),
  });
  expect((await metrics()).text).toContain("switchboard_open_streams 1");
  await stream.text();
  await expect.poll(async () => (await metrics()).text).toContain("switchboard_open_streams 0");
});

test("metrics are not public", async () => {
  const { key } = await gateway.newKey();
  expect((await metrics(key)).status).toBe(403);
  expect((await metrics("sk-sb-unknown")).status).toBe(401);
});

test("the system endpoint reports the health of process, database, ledger, storage and jobs", async () => {
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" });
  const { status, body } = await gateway.call("GET", "/system");
  expect(status).toBe(200);
  const { data } = body;
  expect(Date.parse(data.started_at)).toBeLessThan(Date.now());
  expect(data.database).toMatchObject({ kind: "embedded", migrations: expect.any(Number) });
  expect(data.database.size_bytes).toBeGreaterThan(0);
  expect(data.ledger).toMatchObject({ begun_calls: 0, failed_writes: 0 });
  expect(data.storage).toMatchObject({ kind: "disk", reachable: true, free_bytes: expect.any(Number) });
  const local = data.providers.find(({ id }: { id: string }) => id === "local");
  expect(local).toMatchObject({ system_key: true, house_key: true, failed: 0 });
  expect(local.succeeded).toBeGreaterThan(0);
  expect(data.open_circuits).toEqual([]);
  expect(data.jobs.map(({ name }: { name: string }) => name)).toContain("roll up the ledger");
});

test("the system endpoint is not public", async () => {
  const { key } = await gateway.newKey();
  expect((await gateway.call("GET", "/system", undefined, { key })).status).toBe(403);
  expect((await gateway.call("GET", "/system", undefined, { key: null })).status).toBe(401);
});

test("GET /openapi.json describes the API to anyone", async () => {
  const { status, headers, body } = await gateway.call("GET", "/openapi.json", undefined, { key: null });
  expect([status, headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(body).toMatchObject({ openapi: "3.1.0", paths: { "/responses": { post: expect.any(Object) } } });
});
