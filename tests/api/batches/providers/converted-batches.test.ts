import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { chatLine, endOf, linesOf, orderBatch } from "../batching.ts";
import { expectBatchCost, ledgerOf, requestsTo } from "./native-batching.ts";

const CLAUDE = "anthropic/claude-haiku-4.5";
const GPT = "openai/gpt-5-mini";
const upstream = sharedUpstream();
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await openPooledGateway({ upstream, providers: ["openai", "anthropic"] });
});
afterAll(() => gateway.stop());

const MESSAGES = { endpoint: "/v1/messages" };
const message = (custom_id: string, content: unknown, more: object = {}) => ({
  custom_id,
  method: "POST",
  url: "/v1/messages",
  body: { model: GPT, max_tokens: 64, messages: [{ role: "user", content }], ...more },
});
const tool = {
  type: "function",
  function: { name: "get_weather", parameters: { type: "object", properties: { city: { type: "string" } } } },
};

/** Returns the requests of batches that Anthropic received. */
function anthropicParams(): Record<string, unknown>[] {
  const orders = upstream.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/batches"));
  return orders.flatMap(({ body }) =>
    (body as { requests: { params: Record<string, unknown> }[] }).requests.map(({ params }) => params),
  );
}

test("chat lines for Claude run as Anthropic's batch, converted both ways, at half the price", async () => {
  const { key, hash } = await gateway.newKey({ limit: 1 });
  const long = { messages: [{ role: "user", content: "two" }], stop: ["END"], temperature: 0.25 };
  const lines = [
    chatLine("a", "one", CLAUDE),
    chatLine("b", "", CLAUDE, long),
    chatLine("c", "call get_weather", CLAUDE, { tools: [tool], tool_choice: "required" }),
    chatLine("d", "fault-400", CLAUDE),
  ];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch).toMatchObject({
    request_counts: { total: 4, completed: 3, failed: 1 },
    // Tools are a feature in beta for some models, which a batch names for all of its requests.
    provider_batches: [
      { provider: "anthropic", requests: 3 },
      { provider: "anthropic", requests: 1 },
    ],
  });
  expect(requestsTo(upstream, "anthropic")).not.toContain("POST /messages");
  const sent = anthropicParams();
  expect(sent).toContainEqual(
    expect.objectContaining({ model: "claude-haiku-4-5", stop_sequences: ["END"], temperature: 0.25 }),
  );
  expect(sent.map(({ stream }) => stream)).toEqual([undefined, undefined, undefined, undefined]);
  const results = await linesOf(gateway, batch.output_file_id);
  expect(results.map(({ custom_id }) => custom_id)).toEqual(["a", "b", "c"]);
  expect(results[0].response.body).toMatchObject({ object: "chat.completion", model: CLAUDE });
  expect(results[0].response.body.choices[0].message.content).toContain("one");
  expect(results[2].response.body.choices[0].message.tool_calls[0].function.name).toBe("get_weather");
  const [failure] = await linesOf(gateway, batch.error_file_id);
  expect(failure).toMatchObject({ custom_id: "d", response: { status_code: 400, body: { error: {} } } });
  const rows = (await ledgerOf(gateway, id)).filter(({ status }) => status === 200);
  const nanoUsd = rows.reduce((sum, row) => sum + expectBatchCost(row), 0);
  expect([rows.length, Math.round(batch.cost * 1e9)]).toEqual([3, nanoUsd]);
  const { usage } = (await gateway.call("GET", `/keys/${hash}`)).body.data;
  expect(Math.round(usage * 1e9)).toBe(nanoUsd);
});

test("messages lines for OpenAI's models run as its batches, by the endpoint that each request needs", async () => {
  const { key } = await gateway.newKey();
  const lines = [message("a", "one"), message("b", "two", { model: "openai/gpt-4.1", stop_sequences: ["END"] })];
  const { id } = await orderBatch(gateway, key, lines, MESSAGES);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toEqual({ total: 2, completed: 2, failed: 0 });
  const uploads = upstream.requests.filter(({ path }) => path === "/openai/v1/files").map(({ raw }) => raw.toString());
  const urls = uploads.flatMap((text) => text.match(/"url":"[^"]+"/g) ?? []);
  expect(urls.sort()).toEqual(['"url":"/v1/chat/completions"', '"url":"/v1/responses"']);
  const [first, second] = await linesOf(gateway, batch.output_file_id);
  expect(first?.response.body).toMatchObject({ type: "message", role: "assistant", model: GPT });
  expect(second?.response.body.content[0].text).toContain("two");
  for (const row of await ledgerOf(gateway, id)) expectBatchCost(row);
});

test("a file that the gateway loads for the provider is in the batch, and is not loaded for the result", async () => {
  const { key } = await gateway.newKey();
  const image = { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" };
  const document = { type: "url", url: "http://127.0.0.1:9/private.pdf" };
  const lines = [
    message("image", [
      { type: "image", source: image },
      { type: "text", text: "see" },
    ]),
    message("private", [
      { type: "document", source: document },
      { type: "text", text: "see" },
    ]),
  ];
  const { id } = await orderBatch(gateway, key, lines, MESSAGES);
  const batch = await endOf(gateway, id);
  expect(batch.provider_batches).toMatchObject([{ provider: "openai", requests: 1 }]);
  const upload = upstream.requests.find(({ path }) => path === "/openai/v1/files");
  expect(upload?.raw.toString()).toContain("data:image/png;base64,iVBORw0KGgo=");
});

test("requests that need a beta feature run in a batch with its header", async () => {
  const { key } = await gateway.newKey();
  const lines = [chatLine("a", "one", CLAUDE), chatLine("b", "two", CLAUDE, { tools: [tool] })];
  const { id } = await orderBatch(gateway, key, lines);
  const batch = await endOf(gateway, id);
  expect(batch.request_counts).toMatchObject({ completed: 2 });
  const orders = upstream.requests.filter(({ method, path }) => method === "POST" && path.endsWith("/batches"));
  expect(orders.map(({ headers }) => headers["anthropic-beta"]).sort()).toEqual([
    "structured-outputs-2025-11-13",
    undefined,
  ]);
});
