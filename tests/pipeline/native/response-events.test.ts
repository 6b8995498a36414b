import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { eventsIn, streamOf } from "../calling.ts";

// Which events a responses stream contains, by the client that reads it.

const gateway = sharedGateway({ upstream: sharedUpstream(), providers: ["openai"] });

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
