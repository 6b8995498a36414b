import OpenAI from "openai";
import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { expectDisconnect } from "./attempts/disconnect.ts";
import { recordOf } from "./calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic"] });

const MODEL = "openai/gpt-5-mini";
const INPUT = [
  { role: "user", content: "Find the bug" },
  { type: "function_call", call_id: "c1", name: "look_up", arguments: "{}" },
  { type: "function_call_output", call_id: "c1", output: "a long output" },
];

const compact = (body: object, options?: { key?: string }) =>
  gateway.call("POST", "/responses/compact", { model: MODEL, input: INPUT, ...body }, options);

test("a conversation is compacted by OpenAI, and charged", async () => {
  const { status, body, headers } = await compact({ instructions: "Be brief", prompt_cache_key: "k" });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: "response.compaction",
    output: [
      { type: "message", role: "user", content: [{ text: "Find the bug" }] },
      { type: "compaction", encrypted_content: "gAAAA-compacted" },
    ],
    usage: { input_tokens: 139, output_tokens: 438, total_tokens: 577 },
  });
  expect(upstream.requests[0]).toMatchObject({
    path: "/openai/v1/responses/compact",
    body: { model: "gpt-5-mini", input: INPUT, instructions: "Be brief", prompt_cache_key: "k" },
  });
  const record = await recordOf(gateway, headers);
  expect(record).toMatchObject({ status: 200, tokens_completion: 438, usage_estimated: false });
  expect(record.cost_nano_usd).toBeGreaterThan(0);
});

test("a compacted conversation continues as a response", async () => {
  const { body } = await compact({});
  const input = [...body.output, { role: "user", content: "Go on" }];
  const { status } = await gateway.call("POST", "/responses", { model: MODEL, input });
  expect(status).toBe(200);
  expect(JSON.stringify(upstream.requests[1]?.body)).toContain("gAAAA-compacted");
});

test("other providers cannot compact, and the error says what to do", async () => {
  const { status, body } = await compact({ model: "anthropic/claude-sonnet-4.5" });
  expect(status).toBe(404);
  expect(body.error.message).toMatch(/has no compaction; summarize the conversation with POST \/responses/);
  expect(body.error.metadata.suggestions.length).toBeGreaterThan(0);
});

test("guardrails read the input, and limits hold", async () => {
  const { key, hash } = await gateway.newKey();
  const { body } = await gateway.call("POST", "/guardrails", {
    name: "Emails",
    content_filter_builtins: [{ slug: "email", action: "block" }],
  });
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  expect((await compact({ input: "Write to ana.silva@corp.example" }, { key })).status).toBe(403);
  const poor = await gateway.newKey({ limit: 0.000001 });
  expect((await compact({}, { key: poor.key })).status).toBe(402);
  expect(upstream.requests).toEqual([]);
});

test("a caller who disconnects stops the upstream", async () => {
  await expectDisconnect(gateway, upstream, "/responses/compact", { model: MODEL, input: "Hi" });
});

test("openai's client compacts a conversation", async () => {
  const client = new OpenAI({ apiKey: gateway.managementKey, baseURL: `${gateway.url}/api/v1` });
  const compacted = await client.responses.compact({ model: MODEL, input: "Hello" });
  expect(compacted.object).toBe("response.compaction");
  expect(compacted.output.at(-1)?.type).toBe("compaction");
});
