import { OpenRouter } from "@openrouter/sdk";
import OpenAI from "openai";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";

// The published clients throw if a record lacks a field or has one of the wrong type.

let sdk: OpenRouter;

const gateway = sharedGateway();

beforeAll(async () => {
  sdk = client(gateway.managementKey);
});

const client = (apiKey: string) => new OpenRouter({ apiKey, serverURL: `${gateway.url}/api/v1` });

describe("the published SDK", () => {
  test("creates, reads, changes and deletes a key", async () => {
    const { key, data } = await sdk.apiKeys.create({ requestBody: { name: "Made by the SDK", limit: 2 } });
    expect(key).toMatch(/^sk-sb-/);
    const { hash } = data;
    expect((await sdk.apiKeys.get({ hash })).data).toMatchObject({ name: "Made by the SDK", limitRemaining: 2 });
    const changed = await sdk.apiKeys.update({ hash, requestBody: { limit: null, disabled: true } });
    expect(changed.data).toMatchObject({ limit: null, disabled: true });
    expect((await sdk.apiKeys.list({})).data.map((one) => one.hash)).toContain(hash);
    expect(await sdk.apiKeys.delete({ hash })).toEqual({ deleted: true });
  });

  test("reads its own key", async () => {
    const { key } = await gateway.newKey({ name: "Own" });
    const { data } = await client(key).apiKeys.getCurrentKeyMetadata();
    expect(data).toMatchObject({ isManagementKey: false, allowedDataRegions: ["global"] });
  });

  test("reads credits", async () => {
    expect((await sdk.credits.getCredits()).data.totalUsage).toBe(0);
  });

  test("reads every model of the catalogue, and its endpoints", async () => {
    const seen: string[] = [];
    const pages = await sdk.models.list({ outputModalities: "all" });
    for await (const page of pages) seen.push(...page.result.data.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBe((await sdk.models.count({ outputModalities: "all" })).data.count);
    for (const id of ["openai/gpt-4o-mini", "local/echo", seen[0] as string, seen.at(-1) as string]) {
      const [author = "", slug = ""] = id.split("/");
      const { data } = await sdk.endpoints.list({ author, slug });
      expect(data.endpoints.length).toBeGreaterThan(0);
      expect((await sdk.models.get({ author, slug })).data.id).toBe(id);
    }
  });

  test("reads providers and the endpoints without data retention", async () => {
    expect((await sdk.providers.list()).data.length).toBeGreaterThan(10);
    expect((await sdk.endpoints.listZdrEndpoints()).data.length).toBeGreaterThan(0);
  });

  test("reads the record of a call", async () => {
    const { headers } = await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" });
    const { data } = await sdk.generations.getGeneration({ id: headers.get("x-generation-id") as string });
    expect(data).toMatchObject({ model: "local/echo", isByok: false, totalCost: 0 });
  });

  test("maps our errors to its own", async () => {
    await expect(client("sk-sb-unknown").apiKeys.getCurrentKeyMetadata()).rejects.toMatchObject({ statusCode: 401 });
    await expect(sdk.apiKeys.get({ hash: "0".repeat(64) })).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe("OpenAI's SDK", () => {
  test("lists models and retrieves one by its id", async () => {
    const openai = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });
    const ids: string[] = [];
    for await (const model of openai.models.list()) ids.push(model.id);
    expect(ids).toContain("local/echo");
    expect(await openai.models.retrieve("openai/gpt-4o-mini")).toMatchObject({
      id: "openai/gpt-4o-mini",
      object: "model",
      owned_by: "openai",
    });
  });
});
