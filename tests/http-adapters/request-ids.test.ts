import { APIError as AnthropicError } from "@anthropic-ai/sdk";
import { APIError } from "openai";
import { describe, expect, test } from "vitest";
import { anthropicClient } from "#tests/clients/anthropic.ts";
import { openaiClient } from "#tests/clients/openai-responses.ts";
import { openWorld } from "#tests/clients/scenario/scenario-world.ts";

// The SDKs show a request's ID, for reports, from the header that each provider sends.

const world = openWorld();
const ID = "request-of-a-report";
const MODELS = ["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"];
const options = { headers: { "x-request-id": ID } };

describe.each(MODELS)("the ID of a request to %s is shown", (model) => {
  const body = (content: string) => ({ model, max_tokens: 100, messages: [{ role: "user" as const, content }] });

  test("by OpenAI's SDK", async () => {
    const client = openaiClient(world.connection());
    expect((await client.responses.create({ model, input: "Hi" }, options))._request_id).toBe(ID);
    const failed = await client.responses.create({ model, input: "fault-400" }, options).catch((error) => error);
    expect(failed).toBeInstanceOf(APIError);
    expect(failed.requestID).toBe(ID);
  });

  test("by Anthropic's SDK", async () => {
    const client = anthropicClient(world.connection());
    expect((await client.messages.create(body("Hi"), options))._request_id).toBe(ID);
    const stream = client.messages.stream(body("Hi"), options);
    await stream.finalMessage();
    expect(stream.request_id).toBe(ID);
    const failed = await client.messages.create(body("fault-400"), options).catch((error) => error);
    expect(failed).toBeInstanceOf(AnthropicError);
    expect(failed.requestID).toBe(ID);
  });
});

test("Anthropic's SDK shows the ID of a request without a valid key", async () => {
  const client = anthropicClient({ ...world.connection(), key: "sk-wrong" });
  const failed = await client.messages.batches.list({}, options).catch((error) => error);
  expect([failed.status, failed.requestID]).toEqual([401, ID]);
});
