import { describe, expect, test } from "vitest";
import { anthropicClient } from "./anthropic.ts";
import { openaiClient } from "./openai-responses.ts";
import { openWorld } from "./scenario-world.ts";

const world = openWorld();

describe("openai", () => {
  test("models.list() finds the catalogue's models", async () => {
    const models = await Array.fromAsync(openaiClient(world.connection()).models.list());
    expect(models.map(({ id }) => id)).toContain("anthropic/claude-sonnet-4.5");
  });

  test("models.retrieve() takes an id with a slash", async () => {
    const model = await openaiClient(world.connection()).models.retrieve("openai/gpt-5-mini");
    expect(model.id).toBe("openai/gpt-5-mini");
  });
});

describe("anthropic", () => {
  test("models.list() finds the catalogue's models", async () => {
    const page = await anthropicClient(world.connection()).models.list();
    expect(page.data.map(({ id }) => id)).toContain("anthropic/claude-sonnet-4.5");
  });

  test("messages.countTokens() counts more for more", async () => {
    const count = async (content: string) => {
      const body = { model: "anthropic/claude-sonnet-4.5", messages: [{ role: "user" as const, content }] };
      return (await anthropicClient(world.connection()).messages.countTokens(body)).input_tokens;
    };
    const short = await count("Good morning");
    expect(short).toBeGreaterThan(0);
    expect(await count("Good morning ".repeat(50))).toBeGreaterThan(short * 10);
  });
});
