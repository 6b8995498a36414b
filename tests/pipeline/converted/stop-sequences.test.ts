import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, eventsIn, post, recordOf, textIn, textOf } from "../calling.ts";

// OpenAI's models behind the messages dialect: its Responses API knows no stop sequences, its chat completions does.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

const MODEL = "openai/gpt-4o-mini";

async function ask(content: unknown, fields: Record<string, unknown> = {}) {
  const body = { model: MODEL, max_tokens: 50, stop_sequences: ["HALT"], ...fields };
  const headers = { "x-service-metadata": "enabled" };
  return post(gateway, "messages", { ...body, messages: [{ role: "user", content }] }, { headers });
}

const lastPath = () => upstream.requests.at(-1)?.path;

test.each([false, true])("end the text if the model lists them (stream %s)", async (stream) => {
  const { status, headers, text } = await ask("one two HALT three", { stream, temperature: 0.5, system: "Be brief." });
  expect(status, text).toBe(200);
  const events = stream ? eventsIn(text) : [];
  expect(stream ? textIn(events) : textOf(JSON.parse(text))).toBe("You said: one two ");
  expect(lastPath()).toBe("/openai/v1/chat/completions");
  expect(upstream.requests.at(-1)?.body).toMatchObject({ stop: ["HALT"], temperature: 0.5 });
  const { service_metadata: metadata } = stream
    ? events.find(({ type }: Event) => type === "message_stop")
    : JSON.parse(text);
  expect(metadata.conversion).toEqual([]);
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ usage_estimated: false, status: 200 });
  expect(record.tokens_prompt).toBeGreaterThan(0);
  expect(record.tokens_completion).toBeGreaterThan(0);
  expect(record.cost_nano_usd).toBeGreaterThan(0);
});

test("work together with tools and images", async () => {
  const tools = [{ name: "look", input_schema: { type: "object", properties: { place: { type: "string" } } } }];
  const called = JSON.parse((await ask("use the tool", { tools })).text);
  expect(called).toMatchObject({ stop_reason: "tool_use", content: [{ type: "tool_use", name: "look" }] });
  const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
  expect(
    (
      await ask([
        { type: "text", text: "Look" },
        { type: "image", source },
      ])
    ).status,
  ).toBe(200);
  expect(lastPath()).toBe("/openai/v1/chat/completions");
  expect(upstream.requests.at(-1)?.raw.toString()).toContain("iVBORw0KGgo=");
});

test.each([
  ["a model that lists none", "Hello", { model: "openai/gpt-5-mini" }],
  [
    "a document, which chat completions may not carry",
    [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" } }],
    {},
  ],
])("%s is dropped for the Responses API, and the metadata says so", async (_, content, fields) => {
  const { status, text } = await ask(content, fields);
  expect(status, text).toBe(200);
  expect(lastPath()).toBe("/openai/v1/responses");
  expect(JSON.parse(text).service_metadata.conversion).toContainEqual(expect.stringMatching(/^stop_?[sS]equences: /));
});

test.each(["openai/gpt-4.1", "openai/gpt-4.1-mini", "openai/gpt-4.1-nano"])("%s accepts them", async (model) => {
  const { status, text } = await ask("one two HALT three", { model, provider: { require_parameters: true } });
  expect(status, text).toBe(200);
  expect(textOf(JSON.parse(text))).toBe("You said: one two ");
  expect(upstream.requests.at(-1)?.body).toMatchObject({ stop: ["HALT"] });
});
