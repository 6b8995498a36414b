import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"] });

/** The thinking that Google was asked for, and the conversion notes for the caller. */
async function sentToGoogle(dialect: DialectName, model: string, fields: object) {
  const headers = { "x-service-metadata": "enabled" };
  const { status, text } = await post(gateway, dialect, saying(dialect, `google/${model}`, "Hello", { ...fields }), {
    headers,
  });
  expect(status, text).toBe(200);
  const { thinkingConfig } = (upstream.requests.at(-1) as Event).body.generationConfig;
  return { thinkingConfig, notes: JSON.parse(text).service_metadata.conversion ?? [] };
}

describe("a budget that the model does not take becomes the closest that it does", () => {
  test.each([
    ["gemini-2.5-flash", 31_999, 24_576],
    ["gemini-2.5-flash-lite", 31_999, 24_576],
    ["gemini-2.5-pro", 40_000, 32_768],
    ["gemini-2.5-pro", 31_999, 31_999],
    ["gemini-2.5-flash", 2_000, 2_000],
  ])("%s, from the Messages API: %d", async (model, budget_tokens, expected) => {
    const body = { max_tokens: 60_000, thinking: { type: "enabled", budget_tokens } };
    const { thinkingConfig, notes } = await sentToGoogle("messages", model, body);
    expect(thinkingConfig).toEqual({ thinkingBudget: expected, includeThoughts: true });
    expect(notes).toEqual(budget_tokens === expected ? [] : [`thinking: changed to a budget of ${expected} tokens`]);
  });

  test.each([
    ["gemini-2.5-flash-lite", 100, 512],
    ["gemini-2.5-pro", 100, 128],
    ["gemini-2.5-flash", 100, 100],
  ])("%s, from chat: %d", async (model, max_tokens, expected) => {
    const { thinkingConfig, notes } = await sentToGoogle("chat", model, { reasoning: { max_tokens } });
    expect(thinkingConfig.thinkingBudget).toBe(expected);
    expect(notes).toEqual(max_tokens === expected ? [] : [`reasoning: changed to a budget of ${expected} tokens`]);
  });
});

test.each([
  ["gemini-2.5-pro", "none", { thinkingBudget: 128 }, "reasoning: changed to a budget of 128 tokens"],
  ["gemini-3.1-pro-preview", "none", { thinkingLevel: "low" }, "reasoning: changed to effort low"],
  ["gemini-3.8-flash", "minimal", { thinkingLevel: "low" }, "reasoning: changed to effort low"],
  ["gemini-3.8-flash", "xhigh", { thinkingLevel: "high" }, "reasoning: changed to effort high"],
])("%s has no effort %s, and the notes say what it got", async (model, effort, expected, note) => {
  const { thinkingConfig, notes } = await sentToGoogle("chat", model, { reasoning: { effort } });
  expect(thinkingConfig).toMatchObject(expected);
  expect(notes).toEqual([note]);
});
