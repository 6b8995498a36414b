import { describe, expect, test } from "vitest";
import { anthropicClient } from "./anthropic.ts";
import { openaiClient } from "./openai-responses.ts";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();

describe("openai", () => {
  test("models.list() returns the catalogue's models", async () => {
    const models = await Array.fromAsync(openaiClient(world.connection()).models.list());
    expect(models.map(({ id }) => id)).toContain("anthropic/claude-sonnet-4.5");
  });

  test("models.retrieve() accepts an id with a slash", async () => {
    const model = await openaiClient(world.connection()).models.retrieve("openai/gpt-5-mini");
    expect(model.id).toBe("openai/gpt-5-mini");
  });

  test("responses.inputTokens.count() returns the provider's own count, or an estimate marked as such", async () => {
    const count = (model: string) =>
      openaiClient(world.connection()).responses.inputTokens.count({ model, input: "hi" }).withResponse();
    const exact = await count("openai/gpt-5-mini");
    expect(exact.data).toEqual({ object: "response.input_tokens", input_tokens: expect.any(Number) });
    expect(world.upstream.requests.at(-1)?.path).toMatch(/\/v1\/responses\/input_tokens$/);
    expect(exact.response.headers.get("x-token-count")).toBeNull();
    const estimate = await count("local/echo");
    expect(estimate.response.headers.get("x-token-count")).toBe("estimated");
  });
});

describe("anthropic", () => {
  test("models.list() returns the catalogue's models, page by page", async () => {
    const client = anthropicClient(world.connection());
    const page = await client.models.list({ limit: 7 });
    expect(page.data).toHaveLength(7);
    expect([page.has_more, page.first_id, page.last_id]).toEqual([true, page.data[0]?.id, page.data[6]?.id]);
    const all = await Array.fromAsync(client.models.list({ limit: 100 }));
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.slice(0, 7)).toEqual(page.data);
    expect(all.find(({ id }) => id === "anthropic/claude-sonnet-4.5")).toEqual({
      type: "model",
      id: "anthropic/claude-sonnet-4.5",
      display_name: expect.stringContaining("Sonnet 4.5"),
      created_at: expect.stringMatching(/^2025-.*Z$/),
      max_input_tokens: expect.any(Number),
      max_tokens: 64_000,
    });
    const before = await client.models.list({ limit: 3, before_id: String(all[10]?.id) });
    expect(before.data).toEqual(all.slice(7, 10));
    expect((await client.models.list()).data).toHaveLength(20);
  });

  test("models.list() rejects an unknown position", async () => {
    const listing = anthropicClient(world.connection()).models.list({ after_id: "nobody/nothing" });
    await expect(listing).rejects.toMatchObject({ status: 400 });
  });

  test("models.retrieve() accepts an id with a slash", async () => {
    const model = await anthropicClient(world.connection()).models.retrieve("anthropic/claude-sonnet-4.5");
    expect(model).toMatchObject({ type: "model", id: "anthropic/claude-sonnet-4.5", max_tokens: 64_000 });
  });

  test("messages.countTokens() returns the provider's own count, or an estimate marked as such", async () => {
    const count = (model: string) =>
      anthropicClient(world.connection())
        .messages.countTokens({ model, system: "Be brief.", messages: [{ role: "user", content: "hi" }] })
        .withResponse();
    const exact = await count("anthropic/claude-sonnet-4.5");
    const asked = world.upstream.requests.at(-1);
    expect(asked?.path).toMatch(/\/v1\/messages\/count_tokens$/);
    expect(Object.keys(asked?.body as object).sort()).toEqual(["messages", "model", "system"]);
    expect(exact.data.input_tokens).toBeGreaterThan(1);
    expect(exact.response.headers.get("x-token-count")).toBeNull();
    const estimate = await count("local/echo");
    expect(estimate.response.headers.get("x-token-count")).toBe("estimated");
    world.upstream.script({ times: 1, fault: { status: 500 } });
    expect((await count("anthropic/claude-sonnet-4.5")).response.headers.get("x-token-count")).toBe("estimated");
  });

  test("messages.countTokens() counts more tokens for longer texts", async () => {
    const count = async (content: string) => {
      const body = { model: "anthropic/claude-sonnet-4.5", messages: [{ role: "user" as const, content }] };
      return (await anthropicClient(world.connection()).messages.countTokens(body)).input_tokens;
    };
    const short = await count("Good morning");
    expect(short).toBeGreaterThan(0);
    expect(await count("Good morning ".repeat(50))).toBeGreaterThan(short * 10);
  });
});
