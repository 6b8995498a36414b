import { AzureOpenAI, toFile } from "openai";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { azure } from "#tests/support/clouds/azure.ts";
import { cloudFront } from "#tests/support/clouds/front.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf } from "./native-batching.ts";

const KEY = "azure-key-of-the-resource-0001";
const application = { tenant: "contoso.onmicrosoft.com", id: "app-1", secret: "entra~secret-of-the-app-0001" };
const GPT = "openai/gpt-4.1";
const upstream = sharedUpstream();
const cloud = cloudFront(
  upstream,
  azure({
    name: "contoso",
    key: KEY,
    deployments: { "prod-41": "gpt-4.1", "prod-mini": "gpt-4.1-mini" },
    batchDeployments: { "batch-41": "gpt-4.1" },
    application,
  }),
);
const place = () => ({
  AZURE_BASE_URL: `${cloud.url}/{resource}`,
  AZURE_AUTHORITY_HOST: `${cloud.url}/login`,
  AZURE_RESOURCE_NAME: "contoso",
  AZURE_DEPLOYMENTS: "gpt-4.1=prod-41,gpt-4.1-mini=prod-mini",
});
const here = { provider: { only: ["azure"] } };
const gpt = (custom_id: string, content: string) => chatLine(custom_id, content, GPT, here);
const calls = () =>
  cloud.requests
    .filter(({ path }) => path.startsWith("/contoso/"))
    .map(({ method, path }) => `${method} ${path.slice("/contoso/openai".length)}`);
const addresses = (pattern: RegExp) => calls().filter((call) => pattern.test(call));

const SIGN_INS = {
  "an API key and the v1 API": { sign: { AZURE_API_KEY: KEY }, root: "/v1", version: null },
  "Entra and a dated API": {
    sign: {
      AZURE_TENANT_ID: application.tenant,
      AZURE_CLIENT_ID: application.id,
      AZURE_CLIENT_SECRET: application.secret,
      AZURE_API_VERSION: "2025-04-01-preview",
    },
    root: "",
    version: "2025-04-01-preview",
  },
};

describe.each(Object.entries(SIGN_INS))("with %s", (_, { sign, root, version }) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    const env = { ...place(), ...sign, AZURE_BATCH_DEPLOYMENTS: "gpt-4.1=batch-41" };
    gateway = await openPooledGateway({ env });
  });
  afterAll(() => gateway.stop());

  test("requests for a model with a batch deployment run in Azure's batches at half the price", async () => {
    const { key, hash } = await gateway.newKey({ limit: 1 });
    const { id } = await orderBatch(gateway, key, [gpt("a", "one"), gpt("b", "two")]);
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ status: "completed", request_counts: { total: 2, completed: 2, failed: 0 } });
    expect(batch.provider_batches).toMatchObject([{ provider: "azure", requests: 2, error: null }]);
    const results = await linesOf(gateway, batch.output_file_id);
    expect(results.map(({ custom_id }) => custom_id)).toEqual(["a", "b"]);
    expect(results[0].response.body.choices[0].message.content).toContain("one");
    const rows = await ledgerOf(gateway, id);
    const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
    expect(rows.map(({ provider_name }) => provider_name)).toEqual(["azure", "azure"]);
    expect(Math.round((await gateway.call("GET", `/keys/${hash}`)).body.data.usage * 1e9)).toBe(nanoUsd);
    // The file was not ready when it was first read.
    expect(addresses(/^GET .*\/files\/[^/]+$/).length).toBe(2);
    expect(addresses(/^POST .*\/batches$/)).toEqual([`POST ${root}/batches`]);
    await expect.poll(() => addresses(/^DELETE .*\/files\//).length).toBe(2);
    const versions = cloud.requests.filter(({ path }) => path.startsWith("/contoso/"));
    expect(new Set(versions.map(({ query }) => query.get("api-version")))).toEqual(new Set([version]));
  });

  test("requests in responses run there too, and a model without a batch deployment runs here", async () => {
    const { key } = await gateway.newKey();
    const body = { model: GPT, input: "Hello", ...here };
    const line = { custom_id: "a", method: "POST", url: "/v1/responses", body };
    const native = await orderBatch(gateway, key, [line], { endpoint: "/v1/responses" });
    const mini = await orderBatch(gateway, key, [chatLine("a", "hello", "openai/gpt-4.1-mini", here)]);
    expect(await endOf(gateway, native.id)).toMatchObject({
      request_counts: { completed: 1 },
      provider_batches: [{ provider: "azure" }],
    });
    for (const row of await ledgerOf(gateway, native.id)) expectBatchCost(row);
    expect(await endOf(gateway, mini.id)).toMatchObject({ request_counts: { completed: 1 }, provider_batches: [] });
    expect(addresses(/^POST .*\/batches$/).length).toBe(1);
  });

  test("a batch is found again when the connection breaks after Azure accepted it", async () => {
    const { key } = await gateway.newKey();
    const match = ({ method, path }: { method: string; path: string }) =>
      method === "POST" && path.endsWith("/batches");
    upstream.script({ match, times: 1, fault: { resetBeforeHeaders: true } });
    const { id } = await orderBatch(gateway, key, [gpt("a", "hello")]);
    const batch = await endOf(gateway, id);
    expect(batch).toMatchObject({ request_counts: { completed: 1, failed: 0 }, provider_batches: [{ error: null }] });
    expect(addresses(/^POST .*\/batches$/).length).toBe(1);
  });
});

describe("a provider key", () => {
  let gateway: TestGateway;
  let keyId = "";
  beforeAll(async () => {
    gateway = await openPooledGateway({ env: place() });
  });
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    if (keyId) await gateway.call("DELETE", `/byok/${keyId}`);
  });
  const store = async (batch_deployments: Record<string, string>) => {
    const key = { resource: "contoso", api_key: KEY, deployments: { "gpt-4.1": "prod-41" }, batch_deployments };
    const { status, body } = await gateway.call("POST", "/byok", { provider: "azure", key, is_required: true });
    expect(status, JSON.stringify(body)).toBe(201);
    keyId = body.data.id;
  };

  test("names its batch deployments", async () => {
    await store({ "gpt-4.1": "batch-41" });
    const { key } = await gateway.newKey();
    const { id } = await orderBatch(gateway, key, [gpt("a", "one")]);
    expect(await endOf(gateway, id)).toMatchObject({ request_counts: { completed: 1 } });
    expect(addresses(/^POST .*\/batches$/).length).toBe(1);
    expect((await ledgerOf(gateway, id))[0]).toMatchObject({ service_tier: "batch", is_byok: true });
    // Otherwise the next test would count what this batch removes.
    await expect.poll(() => addresses(/^DELETE .*\/files\//).length).toBe(2);
  });

  test("whose batch deployment does not exist runs the requests here and leaves no file there", async () => {
    await store({ "gpt-4.1": "missing" });
    const { key } = await gateway.newKey();
    const { id } = await orderBatch(gateway, key, [gpt("a", "one")]);
    expect(await endOf(gateway, id)).toMatchObject({ request_counts: { completed: 1, failed: 0 } });
    expect(addresses(/^POST .*\/chat\/completions$/).length).toBe(1);
    await expect.poll(() => addresses(/^DELETE .*\/files\//).length).toBe(1);
  });
});

test("the fake Azure serves OpenAI's own client for Azure", async () => {
  const settings = { apiKey: KEY, endpoint: `${cloud.url}/contoso`, apiVersion: "2025-04-01-preview" };
  const client = new AzureOpenAI({ ...settings, maxRetries: 0 });
  const body = { model: "batch-41", messages: [{ role: "user", content: "hi" }] };
  const line = { custom_id: "a", method: "POST", url: "/v1/chat/completions", body };
  const content = await toFile(Buffer.from(JSON.stringify(line)), "in.jsonl");
  const { id: input_file_id } = await client.files.create({ purpose: "batch", file: content });
  const order = { input_file_id, endpoint: "/v1/chat/completions", completion_window: "24h" } as const;
  await expect(client.batches.create(order)).rejects.toThrow("'pending' state");
  await client.files.retrieve(input_file_id);
  expect((await client.files.retrieve(input_file_id)).status).toBe("processed");
  const { id } = await client.batches.create(order);
  await expect.poll(async () => (await client.batches.retrieve(id)).status).toBe("completed");
  const { output_file_id } = await client.batches.retrieve(id);
  const text = await (await client.files.content(String(output_file_id))).text();
  expect(JSON.parse(text)).toMatchObject({ custom_id: "a", response: { status_code: 200 } });
});
