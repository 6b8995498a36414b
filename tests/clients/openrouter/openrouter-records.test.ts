import { describe, expect, test } from "vitest";
import { openWorld } from "../scenario/scenario-world.ts";
import { openrouterClient } from "./openrouter-responses.ts";

// The client validates every response against its own schema and throws if it does not match.
const world = openWorld();
const client = () => openrouterClient(world.connection());
const manager = () => openrouterClient(world.connection({ key: world.gateway.managementKey }));

describe("@openrouter/sdk records", () => {
  test("keys are created, read, changed, listed and deleted", async () => {
    const made = await manager().apiKeys.create({ requestBody: { name: "Robot", limit: 5, limitReset: "monthly" } });
    expect(made.key).toMatch(/^sk-/);
    const { hash } = made.data;
    expect((await manager().apiKeys.get({ hash })).data).toMatchObject({ name: "Robot", limit: 5, limitRemaining: 5 });
    const changed = await manager().apiKeys.update({ hash, requestBody: { name: "Android", disabled: true } });
    expect(changed.data).toMatchObject({ name: "Android", disabled: true });
    const { data } = await manager().apiKeys.list();
    expect(data.map((key) => key.hash)).toContain(hash);
    expect((await manager().apiKeys.delete({ hash })).deleted).toBe(true);
    await expect(manager().apiKeys.get({ hash })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("own provider keys are stored, read, changed, listed and deleted", async () => {
    const { byok } = manager();
    const request = { provider: "openai" as const, key: "sk-own-0123456789abcdef", name: "Ours", isFallback: true };
    const { data: stored } = await byok.create({ createBYOKKeyRequest: request });
    expect(stored).toMatchObject({ provider: "openai", name: "Ours", label: "sk-…cdef", isFallback: true });
    const { id } = stored;
    expect((await byok.get({ id })).data).toMatchObject({ id, isRequired: false, declaredZdr: null });
    const updateBYOKKeyRequest = {
      key: "sk-own-fedcba9876543210",
      allowedModels: ["openai/gpt-5-mini"],
      disabled: true,
    };
    const { data: changed } = await byok.update({ id, updateBYOKKeyRequest });
    expect(changed).toMatchObject({ label: "sk-…3210", allowedModels: ["openai/gpt-5-mini"], disabled: true });
    const pages = await Array.fromAsync(await byok.list({ provider: "openai" }));
    expect(pages.flatMap(({ result }) => result.data).map((one) => one.id)).toEqual([id]);
    expect((await byok.delete({ id })).deleted).toBe(true);
    await expect(byok.get({ id })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("the current key is read", async () => {
    const { data } = await client().apiKeys.getCurrentKeyMetadata();
    expect(data).toMatchObject({ isManagementKey: false, usage: 0 });
  });

  test("an ordinary key gets 403 for the list of keys", async () => {
    await expect(client().apiKeys.list()).rejects.toMatchObject({ statusCode: 403 });
  });

  test("credits are read", async () => {
    const { data } = await manager().credits.getCredits();
    expect(data.totalUsage).toBeGreaterThanOrEqual(0);
  });

  test("a generation is read by the id of its response", async () => {
    const answer = await client().responses.send({
      responsesRequest: { model: "anthropic/claude-sonnet-4.5", input: "Hi", stream: false },
    });
    const { id } = answer as { id: string };
    const found = () => client().generations.getGeneration({ id });
    const { data } = await expect
      .poll(() => found().catch(() => undefined), { timeout: 5_000 })
      .toBeDefined()
      .then(found);
    expect(data).toMatchObject({
      id,
      model: "anthropic/claude-sonnet-4.5",
      providerName: expect.stringMatching(/^anthropic$/i),
    });
    expect(data.totalCost).toBeGreaterThan(0);
  });

  test("stored content is read if it exists", async () => {
    const keeping = { isObservabilityIoLoggingEnabled: true };
    await manager().workspaces.update({ id: "default", updateWorkspaceRequest: keeping });
    const told = await client().chat.send({
      chatRequest: { model: "openai/gpt-5-mini", messages: [{ role: "user", content: "Hi" }], stream: false },
    });
    const { data: text } = await client().generations.listGenerationContent({ id: (told as { id: string }).id });
    expect(text).toEqual({
      input: { messages: [{ role: "user", content: "Hi" }] },
      output: { completion: "You said: Hi", reasoning: null },
      error: null,
    });
    const responsesRequest = { model: "openai/gpt-5-mini", input: "fault-400", stream: false } as const;
    await expect(client().responses.send({ responsesRequest })).rejects.toMatchObject({ statusCode: 400 });
    const { body } = await world.gateway.call("GET", "/generations?status_class=4xx&limit=1");
    const { data: failed } = await manager().generations.listGenerationContent({ id: body.data[0].id });
    expect(failed).toMatchObject({ input: { prompt: "fault-400" }, error: { status: 400, previousErrors: [] } });
    await expect(client().generations.listGenerationContent({ id: "none" })).rejects.toMatchObject({ statusCode: 404 });
  });

  test("models are listed page by page, counted and read, with their endpoints", async () => {
    const { data: count } = await client().models.count();
    const pages = await Array.fromAsync(await client().models.list({ limit: 100 }));
    const models = pages.flatMap(({ result }) => result.data);
    expect(models.length).toBe(count.count);
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    const one = await client().models.get({ author: "openai", slug: "gpt-5-mini" });
    expect(one.data.id).toBe("openai/gpt-5-mini");
    const { data } = await client().endpoints.list({ author: "openai", slug: "gpt-5-mini" });
    expect(data.endpoints.map(({ providerName }) => providerName)).toContain("OpenAI");
  });

  test("providers are listed", async () => {
    const { data } = await client().providers.list();
    expect(data.map(({ slug }) => slug)).toContain("anthropic");
  });

  test("a caller that asks for routing metadata gets it", async () => {
    const answer = await client().responses.send({
      xOpenRouterMetadata: "enabled",
      responsesRequest: { model: "openai/gpt-5-mini", input: "Hi", stream: false },
    });
    expect(answer).toMatchObject({ openrouterMetadata: { requested: "openai/gpt-5-mini", strategy: "direct" } });
  });
});
