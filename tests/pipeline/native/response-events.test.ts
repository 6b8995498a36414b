import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { eventsIn, streamOf } from "../calling.ts";

// Which events a responses stream contains, by the client that reads it.

const gateway = sharedGateway({ upstream: sharedUpstream(), providers: ["openai", "anthropic"] });

const body = { model: "openai/gpt-5-mini", input: "Hello" };
const typesFor = async (headers: Record<string, string>) => {
  const { text } = await streamOf(gateway, "responses", body, { headers });
  return eventsIn(text).map((event) => event.type ?? event);
};
const SPEC = [
  ...["response.created", "response.output_item.added", "response.content_part.added"],
  ...["response.content_part.delta", "response.output_item.done", "response.done", "[DONE]"],
];

test("style spec has only the specification's events, in order", async () => {
  const types = await typesFor({ "x-response-events": "spec" });
  expect([...new Set(types)]).toEqual(SPEC);
});

test("other callers get the specification's and OpenAI's current events", async () => {
  const types = await typesFor({});
  expect([...new Set(types.filter((type) => SPEC.includes(type)))]).toEqual(SPEC);
  expect(types).toContain("response.output_text.delta");
  expect(types).toContain("response.completed");
});

test.each<Record<string, string>>([
  { "x-stainless-lang": "js" },
  { "x-response-events": "openai" },
  { "user-agent": "grok-shell/1.0.41 (linux; x86_64)" },
  { "user-agent": "OpenAI/2.10.0 (.NET 10.0.8)" },
  { "user-agent": "ai-sdk-xai/5.0.12 ai-sdk-provider-utils/5.0.51 node.js/24" },
  { "openai-beta": "assistants=v2" },
  { "user-agent": "GuzzleHttp/7" },
  { "user-agent": "Dart/3.9 (dart:io)" },
  { "user-agent": "Notes/12 CFNetwork/3860.100.1 Darwin/25.0.0" },
])("only OpenAI's current events are sent for %o", async (headers) => {
  const types = await typesFor(headers);
  expect(types).not.toContain("response.content_part.delta");
  expect(types).not.toContain("response.done");
  expect(types).toContain("response.completed");
});

test("an explicit style takes precedence over the client's", async () => {
  expect(await typesFor({ "x-stainless-lang": "js", "x-response-events": "all" })).toContain("response.done");
});

test.each(["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"])(
  "every chunk of %s has a choice for the AI SDK's provider for Mistral, and the last one the usage",
  async (model) => {
    const chat = { model, messages: [{ role: "user", content: "Hello" }] };
    const headers = { "user-agent": "ai-sdk-mistral/4.0.87 ai-sdk-provider-utils/5.0.81 node.js/24" };
    const { events } = await streamOf(gateway, "chat", chat, { headers });
    const chunks = events.filter((event) => event.object === "chat.completion.chunk");
    for (const { choices } of chunks) expect(choices[0].delta).toBeDefined();
    expect(chunks.at(-1)?.usage.total_tokens).toBeGreaterThan(0);
  },
);
