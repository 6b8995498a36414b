import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";

describe("two processes on one PostgreSQL", () => {
  let server: PostgresServer;
  let first: TestGateway;
  let second: TestGateway;

  beforeAll(async () => {
    server = await startPostgres({ isEmpty: true });
    const env = { DATABASE_URL: server.url };
    // At the same time, so that both find an empty database.
    [first, second] = await Promise.all([startGateway({ env }), startGateway({ env })]);
  });

  afterAll(async () => {
    await Promise.all([first?.stop(), second?.stop()]);
    await server?.close();
  });

  test("accept a key created by the other at once", async () => {
    const { key } = await first.newKey();
    expect((await second.call("GET", "/key", undefined, { key })).status).toBe(200);
  });

  test("soon reject a key disabled or deleted by the other", async () => {
    const { key, hash } = await first.newKey();
    const atOther = async () => (await second.call("GET", "/key", undefined, { key })).status;
    expect(await atOther()).toBe(200);
    await first.call("PATCH", `/keys/${hash}`, { disabled: true });
    await expect.poll(atOther, { timeout: 5_000 }).toBe(401);
    await second.call("PATCH", `/keys/${hash}`, { disabled: false });
    expect(await atOther()).toBe(200);
    await first.call("DELETE", `/keys/${hash}`);
    await expect.poll(atOther, { timeout: 5_000 }).toBe(401);
  });

  test("soon apply a guardrail created or changed by the other", async () => {
    const { key, hash } = await first.newKey();
    const atOther = async () =>
      (await second.call("POST", "/responses", { model: "local/echo", input: "Hello" }, { key })).status;
    expect(await atOther()).toBe(200);
    const { id } = (await first.call("POST", "/guardrails", { name: "No echo", ignored_models: ["local/echo"] })).body
      .data;
    await first.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
    await expect.poll(atOther, { timeout: 10_000 }).toBe(404);
    await first.call("PATCH", `/guardrails/${id}`, { ignored_models: null, limit_usd: 1 });
    await expect.poll(atOther, { timeout: 10_000 }).toBe(200);
  });
});
