import type { OpenRouter } from "@openrouter/sdk";
import { tool } from "@openrouter/sdk/lib/tool";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { remoteUpstreams, upstreams } from "../scenario/scenario-upstreams.ts";
import { openWorld } from "../scenario/scenario-world.ts";
import { openrouterClient } from "./openrouter-responses.ts";

const world = openWorld();
const client = (): OpenRouter => openrouterClient(world.connection());

const weather = tool({
  name: "weather",
  description: "The weather of a city",
  inputSchema: z.object({ city: z.string() }),
  execute: ({ city }) => `sunny in ${city}`,
});

describe.each(upstreams)("@openrouter/sdk callModel, $name", ({ model, says, saysOfTools, inProcess }) => {
  test("getText() collects the text", async () => {
    expect(await client().callModel({ model, input: "Good morning" }).getText()).toBe(says("Good morning"));
  });

  test("getTextStream() yields every piece", async () => {
    const pieces = await Array.fromAsync(client().callModel({ model, input: "Good morning" }).getTextStream());
    expect(pieces.join("")).toBe(says("Good morning"));
    expect(pieces.length).toBeGreaterThan(1);
  });

  test("getResponse() has the usage", async () => {
    const { usage, status } = await client().callModel({ model, input: "Good morning" }).getResponse();
    expect(status).toBe("completed");
    expect(usage?.inputTokens).toBeGreaterThan(0);
  });

  test("a tool runs and its result is sent back", async () => {
    const input = "Please use the tool";
    const text = await client()
      .callModel({ model, input, tools: [weather] })
      .getText();
    const city = inProcess ? input : "sample city";
    expect(text).toContain(saysOfTools([""]));
    expect(text).toContain(`sunny in ${city}`);
  });
});

describe.each(remoteUpstreams)("@openrouter/sdk callModel, $name", ({ model }) => {
  test.each(["fault-cut-7", "fault-early-end-7", "fault-error-mid-7", "fault-stall-7"])(
    "%s is never a response",
    async (fault) => {
      const input = `Hi ${fault} fault-slow-chunks-5 fault-words-20`;
      await expect(client().callModel({ model, input }).getText()).rejects.toThrow();
    },
  );
});
