import { afterAll, describe, expect, test, vi } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { saying } from "../pipeline/calling.ts";

const upstream = sharedUpstream();

describe("a second process on the same database", () => {
  const server = sharedPostgres();
  const processes: TestGateway[] = [];
  afterAll(() => Promise.all(processes.map((one) => one.stop())));

  test("serves a new provider and a new alias, and no longer once they are deleted", async () => {
    const env = { DATABASE_URL: server.url, ALLOWED_PRIVATE_HOSTS: "127.0.0.1", SWITCHBOARD_SECRET: "s".repeat(32) };
    for (let one = 0; one < 2; one += 1) processes.push(await openPooledGateway({ env }));
    const [first, second] = processes as [TestGateway, TestGateway];
    const models = [{ id: "llama", prices: { input_tokens: "0.1", output_tokens: "1.5" } }];
    const provider = {
      name: "Acme",
      slug: "acme",
      base_url: `${upstream.url}/v1`,
      api_key: "key-of-acme-9f8e7d6c5b4a",
      models,
    };
    const { body: added } = await first.call("POST", "/providers/custom", provider);
    const alias = { name: "acme/bot", targets: [{ model: "acme/llama" }] };
    expect((await first.call("POST", "/model-aliases", alias)).status).toBe(201);
    const ask = () => second.call("POST", "/chat/completions", saying("chat", "acme/bot", "Hello"));
    await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 20_000 });
    await first.call("DELETE", `/providers/custom/${added.data.id}`);
    await vi.waitFor(async () => expect((await ask()).status).toBe(404), { timeout: 20_000 });
  });
});
