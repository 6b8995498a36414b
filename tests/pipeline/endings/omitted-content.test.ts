import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, eventsIn, post, recordOf, saying, textIn, textOf } from "../calling.ts";
import { anthropic, delta, droppedIn, start, stop, text as textBlock } from "../native/anthropic-events.ts";
import { chatEnd } from "./wires.ts";

// Content for which provider packages would fail a response, or which they drop silently.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "google", "openai", "groq"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GEMINI = "google/gemini-2.5-flash";
const metadata = { headers: { "x-service-metadata": "enabled" } };

async function ask(dialect: DialectName, model: string, stream: boolean, more: object = {}) {
  const response = await post(gateway, dialect, saying(dialect, model, "Hello", { stream, ...more }), metadata);
  expect(response.status, response.text).toBe(200);
  const said = stream ? textIn(eventsIn(response.text)) : textOf(JSON.parse(response.text));
  return { ...response, said, record: await recordOf(gateway, response.headers) };
}

const ROLLUP_ROWS = (["responses", "chat"] as const).flatMap((dialect) =>
  [true, false].map((stream): [DialectName, boolean] => [dialect, stream]),
);

describe.each(ROLLUP_ROWS)("%s, stream %s", (dialect, stream) => {
  test("the result of an earlier turn's MCP call is dropped with a note", async () => {
    const result = { type: "mcp_tool_result", tool_use_id: "gone", is_error: false, content: [] };
    upstream.script({ reply: { events: anthropic(start(0, result), stop(0), ...textBlock(1, "Done.")) } });
    const { said, text } = await ask(dialect, CLAUDE, stream);
    expect(said).toBe("Done.");
    expect(droppedIn(text)).toEqual(["response (mcp_tool_result): dropped"]);
  });

  test("the summary of a compacted conversation is not part of the response", async () => {
    const block = { type: "compaction", content: null };
    const summary = delta(0, { type: "compaction_delta", content: "So far: nothing." });
    upstream.script({ reply: { events: anthropic(start(0, block), summary, stop(0), ...textBlock(1, "Done.")) } });
    const { said, text } = await ask(dialect, CLAUDE, stream);
    expect(said).toBe("Done.");
    expect(droppedIn(text)).toEqual(["response (compaction): dropped"]);
  });
});

describe.each(["responses", "messages", "chat"] as const)("%s at Gemini", (dialect) => {
  test.each([true, false])(
    "a response without fields that Google omits succeeds and is counted (stream %s)",
    async (stream) => {
      const usageMetadata = {
        promptTokenCount: 7,
        candidatesTokenCount: 2,
        totalTokenCount: 9,
        promptTokensDetails: [{ modality: "TEXT", tokenCount: 7 }, { modality: "IMAGE" }],
        candidatesTokensDetails: [{ modality: "TEXT" }, { tokenCount: 2 }, "odd"],
      };
      const groundingMetadata = {
        searchEntryPoint: {},
        groundingChunks: [{ web: {} }, { web: { uri: "https://a.b" } }],
      };
      const urlContextMetadata = { urlMetadata: [{}] };
      const content = { role: "model", parts: [{ text: "Hi." }] };
      const candidate = { index: 0, content, finishReason: "STOP", groundingMetadata, urlContextMetadata };
      upstream.script({ reply: { events: [{ candidates: [candidate], usageMetadata }] } });
      const { said, record } = await ask(dialect, GEMINI, stream);
      expect(said).toBe("Hi.");
      expect(record).toMatchObject({ usage_estimated: false, tokens_prompt: 7, tokens_completion: 2 });
      expect(record.cost_nano_usd).toBeGreaterThan(0);
    },
  );
});

describe("messages at a model server in OpenAI's dialect", () => {
  const thinking = { thinking: { type: "enabled", budget_tokens: 2000 }, max_tokens: 4000 };
  const thoughtIn = (text: string) =>
    eventsIn(text)
      .map((event: Event) => event.delta?.thinking ?? "")
      .join("");

  test("reasoning in its responses is passed on", async () => {
    const response = { id: "r1", object: "response", created_at: 7, model: "m", output: [] };
    const item = { type: "reasoning", id: "rs1", summary: [], content: [] };
    const place = { item_id: "rs1", output_index: 0, content_index: 0 };
    const message = { type: "message", id: "m1", role: "assistant", status: "in_progress", content: [] };
    const events = [
      { type: "response.created", response: { ...response, status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.reasoning_text.delta", ...place, delta: "Let me " },
      { type: "response.reasoning_text.delta", ...place, delta: "think." },
      { type: "response.reasoning_text.done", ...place, text: "Let me think." },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.output_item.added", output_index: 1, item: message },
      { type: "response.output_text.delta", item_id: "m1", output_index: 1, content_index: 0, delta: "Hi." },
      { type: "response.output_item.done", output_index: 1, item: message },
      {
        type: "response.completed",
        response: { ...response, status: "completed", usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 } },
      },
    ].map((event, sequence_number) => ({ ...event, sequence_number }));
    upstream.script({ reply: { events } });
    const { said, text } = await ask("messages", "openai/gpt-5-mini", true, thinking);
    expect(said).toBe("Hi.");
    expect(thoughtIn(text)).toBe("Let me think.");
  });

  test.each(["reasoning", "reasoning_content"])("%s in its chat responses is passed on", async (field) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      id: "c1",
      object: "chat.completion.chunk",
      created: 7,
      model: "m",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const events = [
      chunk({ [field]: "Let me " }),
      chunk({ [field]: "think." }),
      chunk({ content: "Hi." }),
      chunk({}, "stop"),
    ];
    upstream.script({ reply: { events: [...events, "data: [DONE]\n\n"] } });
    const { said, text } = await ask("messages", "openai/gpt-4o-mini", true, { stop_sequences: ["HALT"] });
    expect(said).toBe("Hi.");
    expect(thoughtIn(text)).toBe("Let me think.");
  });
});

test.each([true, false])("a response without optional OpenAI fields succeeds (stream %s)", async (stream) => {
  const response = { id: "r1", object: "response", created_at: 7, model: "m", output: [] };
  const message = { type: "message", id: "m1", role: "assistant", status: "in_progress", content: [] };
  const place = { item_id: "m1", output_index: 3, content_index: 0 };
  const items = [
    { type: "file_search_call", id: "f1", status: "completed", results: [{ file_id: "a", text: "b" }] },
    { type: "web_search_call", id: "w1", action: { type: "browse" } },
    { type: "code_interpreter_call", id: "c1", status: "completed" },
  ];
  const events = [
    { type: "response.created", response: { ...response, status: "in_progress" } },
    ...items.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]),
    { type: "response.output_item.added", output_index: 3, item: message },
    { type: "response.output_text.delta", ...place, delta: "Hi." },
    {
      type: "response.output_text.annotation.added",
      ...place,
      annotation_index: 0,
      annotation: { type: "url_citation", url: "https://a.b" },
    },
    { type: "response.output_item.done", output_index: 3, item: message },
    {
      type: "response.completed",
      response: { ...response, status: "completed", usage: { input_tokens: 3, output_tokens: 5, total_tokens: 8 } },
    },
  ].map((event, sequence_number) => ({ ...event, sequence_number }));
  upstream.script({ reply: { events } });
  const { said, text } = await ask("messages", "openai/gpt-5-mini", stream);
  expect(said).toBe("Hi.");
  expect(text).toContain("https://a.b");
});

test("Mistral's content parts and calls without an index are also read at OpenAI's URL", async () => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "c1",
    object: "chat.completion.chunk",
    created: 7,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const thought = { type: "thinking", thinking: [{ type: "text", text: "Let me think." }] };
  const call = { id: "abcdefghi", function: { name: "look", arguments: '{"at":"Bern"}' } };
  const events = [
    chunk({ role: "assistant", content: [thought] }),
    chunk({ content: [{ type: "text", text: "Hi." }] }),
    chunk({ tool_calls: [call] }, "tool_calls"),
  ];
  upstream.script({ reply: { events: [...events, "data: [DONE]\n\n"] } });
  const tools = [{ name: "look", input_schema: { type: "object", properties: {} } }];
  const { text } = await ask("messages", "openai/gpt-4o-mini", false, { stop_sequences: ["HALT"], tools });
  expect(JSON.parse(text).content).toMatchObject([
    { type: "thinking", thinking: "Let me think." },
    { type: "text", text: "Hi." },
    { type: "tool_use", name: "look", input: { at: "Bern" } },
  ]);
});

describe("finish reasons of other servers", () => {
  test.each([
    ["model_length", "max_tokens"],
    ["sensitive", "refusal"],
    ["eos", "end_turn"],
    ["tool_call", "tool_use"],
  ])("%s becomes %s", async (reason, expected) => {
    upstream.script({ reply: chatEnd(reason) });
    const { text } = await ask("messages", "openai/gpt-oss-120b", false, { provider: { only: ["groq"] } });
    expect(JSON.parse(text)).toMatchObject({ stop_reason: expected, service_metadata: { conversion: [] } });
  });

  test.each([false, true])(
    "a response that closes as usual without a reason is delivered (stream: %s)",
    async (stream) => {
      upstream.script({ reply: chatEnd(null) });
      const { text } = await ask("messages", "openai/gpt-oss-120b", stream, { provider: { only: ["groq"] } });
      expect(text).toContain('"stop_reason":"end_turn"');
      expect(text).toContain("response (finish reason unknown): dropped");
    },
  );

  test("an unknown finish reason ends the response with a note", async () => {
    upstream.script({ reply: chatEnd("out_of_words") });
    const { text } = await ask("messages", "openai/gpt-oss-120b", false, { provider: { only: ["groq"] } });
    expect(JSON.parse(text).stop_reason).toBe("end_turn");
    expect(droppedIn(text)).toEqual(["response (finish reason out_of_words): dropped"]);
  });
});
