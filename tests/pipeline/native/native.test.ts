import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { type DialectName, PATHS, post, recordOf, streamOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "groq"] });

const UNKNOWN = { future_field: { deep: [1, null, "ä€😀"] } };
const GATEWAY_FIELDS = {
  provider: { allow_fallbacks: true },
  plugins: [{ id: "web", enabled: false }],
  session_id: "s-1",
  trace: { trace_id: "t-1" },
  stop_server_tools_when: [{ type: "step_count_is", step_count: 3 }],
};

const BODIES: Record<DialectName, { model: string; upstreamModel: string; body: Record<string, unknown> }> = {
  messages: {
    model: "anthropic/claude-sonnet-4.5",
    upstreamModel: "claude-sonnet-4-5",
    body: {
      max_tokens: 3000,
      system: [{ type: "text", text: "Be brief.", cache_control: { type: "ephemeral", ttl: "1h" } }],
      thinking: { type: "enabled", budget_tokens: 2000 },
      tools: [
        { type: "web_search_20250305", name: "web_search", max_uses: 2 },
        { name: "look", input_schema: { type: "object", properties: {} }, cache_control: { type: "ephemeral" } },
      ],
      metadata: { user_id: "u-1" },
      messages: [
        { role: "user", content: "Hello" },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm.", signature: "EqQBCgIYAhIM+/=" },
            { type: "redacted_thinking", data: "EmwKAhgBEgy3va3" },
            { type: "text", text: "Hi", citations: [{ type: "char_location", cited_text: "x", document_index: 0 }] },
          ],
        },
        {
          role: "user",
          content: [
            {
              type: "document",
              source: { type: "text", media_type: "text/plain", data: "Water is wet." },
              citations: { enabled: true },
              cache_control: { type: "ephemeral" },
            },
            { type: "text", text: "search for water", ...UNKNOWN },
          ],
        },
      ],
    },
  },
  responses: {
    model: "openai/gpt-5-mini",
    upstreamModel: "gpt-5-mini",
    body: {
      instructions: "Be brief.",
      include: ["reasoning.encrypted_content"],
      reasoning: { effort: "low", summary: "auto" },
      tools: [
        { type: "web_search" },
        { type: "function", name: "look", parameters: { type: "object", properties: {} }, strict: false },
      ],
      prompt_cache_key: "k-1",
      user: "u-1",
      store: false,
      input: [
        { role: "user", content: "Hello" },
        { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAABo+/==" },
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          status: "completed",
          content: [{ type: "output_text", text: "Hi", annotations: [], ...UNKNOWN }],
        },
        { role: "user", content: [{ type: "input_text", text: "search for water" }] },
      ],
    },
  },
  chat: {
    model: "openai/gpt-oss-120b",
    upstreamModel: "openai/gpt-oss-120b",
    body: {
      messages: [
        { role: "system", content: [{ type: "text", text: "Be brief.", ...UNKNOWN }] },
        { role: "assistant", content: "Hi", reasoning: "Hm." },
        { role: "user", content: "Hello" },
      ],
      stream_options: { include_usage: true },
      temperature: 0.5,
      seed: 7,
      user: "u-1",
    },
  },
};

describe.each(["messages", "responses", "chat"] as const)("native %s", (dialect) => {
  const { model, upstreamModel, body } = BODIES[dialect];

  test.each([false, true])(
    "the body reaches the upstream except for model and gateway fields (stream %s)",
    async (stream) => {
      const sent = { ...body, ...UNKNOWN, stream };
      const { status } = await post(gateway, dialect, { ...sent, ...GATEWAY_FIELDS, model });
      expect(status).toBe(200);
      expect(upstream.requests[0]?.body).toEqual({ ...sent, model: upstreamModel });
      expect(upstream.requests[0]?.path.endsWith(PATHS[dialect])).toBe(true);
    },
  );

  test("the credential is replaced, and the caller's key is not sent", async () => {
    await post(gateway, dialect, { ...body, model });
    const { headers, raw } = upstream.requests[0] as Upstream["requests"][number];
    const provider = dialect === "messages" ? "anthropic" : dialect === "chat" ? "groq" : "openai";
    expect(headers[dialect === "messages" ? "x-api-key" : "authorization"]).toContain(`key-of-${provider}`);
    expect(JSON.stringify(headers) + raw.toString()).not.toContain(gateway.managementKey);
  });

  test("a whole response passes byte for byte, including unknown blocks", async () => {
    const reply = `{ "id":"up_1",  "future":{"x":1.0},"choices":[{"index":0,"message":{"role":"assistant","content":"ä€😀"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5},\n"type":"message","role":"assistant","stop_reason":"end_turn","content":[{"type":"future_block","n":1e2}],"object":"response","status":"completed","output":[{"type":"future_item"}] }`;
    upstream.script({ reply: { body: reply, headers: { "content-type": "application/json" } } });
    const { text } = await post(gateway, dialect, { ...body, model });
    if (dialect === "messages") expect(JSON.parse(text)).toMatchObject(JSON.parse(reply));
    else expect(text).toBe(reply);
  });

  test("a stream passes byte for byte, including unknown events, comments and encrypted parts", async () => {
    const events = STREAMS[dialect];
    upstream.script({ reply: { events } });
    const headers = { "x-response-events": "openai" };
    const { text } = await streamOf(gateway, dialect, { ...body, model }, { headers });
    expect(withoutAdditions(text)).toBe(events.join(""));
  });

  test("a stream split into single bytes passes unchanged", async () => {
    const events = STREAMS[dialect];
    upstream.script({ reply: { events }, fault: { splitBytes: 1 } });
    const headers = { "x-response-events": "openai" };
    const answer = await streamOf(gateway, dialect, { ...body, model }, { headers });
    expect(withoutAdditions(answer.text)).toBe(events.join(""));
    const record = await recordOf(gateway, answer.headers);
    expect(record).toMatchObject({ status: 200, tokens_prompt: 3, tokens_completion: 2, usage_estimated: false });
  });

  test("events separated by carriage returns pass unchanged", async () => {
    const events = STREAMS[dialect].map((event) => event.replaceAll("\n", "\r\n"));
    upstream.script({ reply: { events }, fault: { splitBytes: 3 } });
    const headers = { "x-response-events": "openai" };
    const { text } = await streamOf(gateway, dialect, { ...body, model }, { headers });
    // The gateway adds the line after the last event if the upstream's has not arrived yet.
    expect(withoutAdditions(text).replace(/data: \[DONE\]\n\n$/, "data: [DONE]\r\n\r\n")).toBe(events.join(""));
  });
});

/** A messages stream without what the gateway adds to its first and last event. */
function withoutAdditions(text: string): string {
  return text
    .replace(/,"stop_reason":null,[^}]*"provider":"Anthropic"|,"provider":"Anthropic","stop_reason":null[^}]*/, "")
    .replace(/,"cache_creation":null,[^}]*/, "")
    .replace(/,"stop_sequence":null,[^}]*/, "")
    .replace("anthropic/claude-sonnet-4.5", "claude");
}

const STREAMS: Record<DialectName, string[]> = {
  messages: [
    'event: message_start\ndata: {"type":"message_start","message":{"id":"msg_up","type":"message","role":"assistant","content":[],"model":"claude","usage":{"input_tokens":3,"output_tokens":1}}}\n\n',
    'event: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":"","signature":""}}\n\n',
    ": a comment\n\n",
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"Hm ä€😀"}}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"EqQB+/="}}\n\n',
    'event: content_block_delta\ndata: {"type":"content_block_delta","index":1,"delta":{"type":"citations_delta","citation":{"type":"char_location","cited_text":"x"}}}\n\n',
    'event: future_event\ndata: {"type":"future_event","n":1.0}\n\n',
    'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}\n\n',
    'event: message_stop\ndata: {"type":"message_stop"}\n\n',
  ],
  responses: [
    'event: response.created\ndata: {"type":"response.created","sequence_number":0,"response":{"id":"resp_up","status":"in_progress","output":[]}}\n\n',
    'data: {"type":"response.future.event","sequence_number":1,"x":1.0}\n\n',
    'data: {"type":"response.output_text.delta","sequence_number":2,"item_id":"m","output_index":0,"content_index":0,"delta":"ä€😀"}\n\n',
    'data: {"type":"response.output_item.done","sequence_number":3,"output_index":1,"item":{"type":"reasoning","id":"rs_1","encrypted_content":"gAAA+/=="}}\n\n',
    'data: {"type":"response.completed","sequence_number":4,"response":{"id":"resp_up","status":"completed","output":[],"usage":{"input_tokens":3,"output_tokens":2,"total_tokens":5}}}\n\n',
    "data: [DONE]\n\n",
  ],
  chat: [
    'data: {"id":"c","choices":[{"index":0,"delta":{"role":"assistant","reasoning":"Hm"}}],"x_future":1.0}\n\n',
    ": keep-alive\n\n",
    'data: {"id":"c","choices":[{"index":0,"delta":{"content":"ä€😀"}}]}\n\n',
    'data: {"id":"c","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
    'data: {"id":"c","choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}}\n\n',
    "data: [DONE]\n\n",
  ],
};

test("a responses stream without [DONE] gets one, so that simple readers see the end", async () => {
  upstream.script({ reply: { events: STREAMS.responses.slice(0, -1) } });
  const { events } = await streamOf(gateway, "responses", { ...BODIES.responses.body, model: "openai/gpt-5-mini" });
  expect(events.at(-1)).toBe("[DONE]");
});

describe("fields that only Anthropic requires", () => {
  const model = "anthropic/claude-sonnet-4.5";
  const messages = [{ role: "user", content: "Hello" }];

  test("max_tokens is taken from the catalogue, within limits", async () => {
    expect((await post(gateway, "messages", { model, messages })).status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ max_tokens: 32_000 });
  });

  test("a thinking budget leaves tokens for the response", async () => {
    const thinking = { type: "enabled", budget_tokens: 31_999 };
    expect((await post(gateway, "messages", { model, messages, thinking })).status).toBe(200);
    expect(upstream.requests[0]?.body).toMatchObject({ max_tokens: 63_999 });
  });

  test("user and null fields are not sent to the upstream", async () => {
    await post(gateway, "messages", { model, messages, user: "u-1", max_tokens: 9, speed: null, system: null });
    expect(upstream.requests[0]?.body).toEqual({ model: "claude-sonnet-4-5", messages, max_tokens: 9 });
  });

  test("thinking signed by another provider is not sent, and the metadata says so", async () => {
    const seal = `sb1.openai.itemId=${Buffer.from("rs_1").toString("base64url")}`;
    const thinking = (signature?: string) => ({
      type: "thinking",
      thinking: "Hm.",
      ...(signature !== undefined && { signature }),
    });
    const own = { type: "text", text: "Hi" };
    const turns = [
      messages[0],
      { role: "assistant", content: [thinking(seal), thinking(""), thinking("EqQB"), own] },
      messages[0],
      { role: "assistant", content: [thinking()] },
      messages[0],
    ];
    const headers = { "x-service-metadata": "enabled" };
    const { text } = await post(gateway, "messages", { model, messages: turns }, { headers });
    const kept = [messages[0], { role: "assistant", content: [thinking("EqQB"), own] }, messages[0], messages[0]];
    expect(upstream.requests[0]?.body).toMatchObject({ messages: kept });
    expect(JSON.parse(text).service_metadata.conversion).toEqual([
      "messages[1].content[0]: dropped (another provider's reasoning)",
      "messages[1].content[1]: dropped (another provider's reasoning)",
      "messages[3].content[0]: dropped (another provider's reasoning)",
    ]);
  });
});

test("reasoning items signed by another provider do not reach OpenAI", async () => {
  const own = { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAAAA" };
  const foreign = { ...own, id: "rs_gen-1_0", encrypted_content: "anthropic:signature:EqQB" };
  const { encrypted_content: _, ...unsigned } = foreign;
  const input = [{ role: "user", content: "Hello" }, own, foreign, unsigned, { role: "user", content: "Again" }];
  await post(gateway, "responses", { model: "openai/gpt-5-mini", input });
  expect(upstream.requests[0]?.body).toMatchObject({ input: [input[0], own, input[4]] });
});
