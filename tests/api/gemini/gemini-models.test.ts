import { GoogleGenAI, type Model } from "@google/genai";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google", "openai"] });
const clientOf = (apiKey: string) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: gateway.url } });

async function listModels(apiKey: string): Promise<Model[]> {
  const all: Model[] = [];
  for await (const model of await clientOf(apiKey).models.list({ config: { pageSize: 20 } })) all.push(model);
  return all;
}

test("Google's client lists the models that it can call, page by page", async () => {
  const models = new Map((await listModels(gateway.managementKey)).map((model) => [model.name, model]));
  expect(models.size).toBeGreaterThan(40);
  expect(models.get("models/google/gemini-2.5-flash")).toMatchObject({
    displayName: "Gemini 2.5 Flash",
    inputTokenLimit: 1_048_576,
    outputTokenLimit: 65_536,
    supportedActions: ["generateContent", "countTokens"],
    thinking: true,
  });
  expect(models.get("models/google/gemini-embedding-001")?.supportedActions).toEqual(["embedContent"]);
  expect(models.has("models/openai/gpt-5-mini")).toBe(true);
  expect(models.get("models/openai/gpt-image-2")?.supportedActions).toEqual(["predict"]);
  // No provider that has it is set up.
  expect(models.has("models/anthropic/claude-sonnet-4.5")).toBe(false);
});

test("it gets one model, by any of its names", async () => {
  const { models } = clientOf(gateway.managementKey);
  const found = await models.get({ model: "google/gemini-2.5-flash" });
  expect(found.name).toBe("models/google/gemini-2.5-flash");
  expect(await models.get({ model: "gemini-2.5-flash" })).toEqual(found);
  await expect(models.get({ model: "google/none" })).rejects.toThrow(/There is no model google\/none/);
});

test("a key's guardrail limits the list", async () => {
  const guardrail = { name: "Only Google", allowed_providers: ["google"] };
  const { body } = await gateway.call("POST", "/guardrails", guardrail);
  const { key, hash } = await gateway.newKey();
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const names = (await listModels(key)).map(({ name }) => name);
  expect(names).toContain("models/google/gemini-2.5-flash");
  expect(names).not.toContain("models/openai/gpt-5-mini");
});

test("other clients get their own format at the same address", async () => {
  const response = await fetch(`${gateway.url}/v1/models?limit=1`, {
    headers: { authorization: `Bearer ${gateway.managementKey}` },
  });
  expect((await response.json()).data[0]).toMatchObject({ object: "model" });
  const { status, body } = await gateway.call("GET", "/gemini/models?pageToken=x");
  expect([status, body.error.message]).toEqual([400, expect.stringContaining("does not belong to this list")]);
  expect((await gateway.call("GET", "/gemini/models/local%2Fecho")).body.name).toBe("models/local/echo");
});
