import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post, recordOf, saying, streamOf, textIn, textOf } from "../calling.ts";

// Invalid counts do not fail a response: its usage is estimated, for converted and native requests alike.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

const TEXT = "Hi there, all of you";

const frames = (events: Event[], isNamed = false) =>
  events.map((event) => `${isNamed ? `event: ${event.type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);

/** A provider's stream with these counts of input and output tokens. */
const STREAMS: Record<string, (input: unknown, output: unknown) => string[]> = {
  "anthropic/claude-sonnet-4.5": (input, output) =>
    frames(
      [
        {
          type: "message_start",
          message: {
            id: "m",
            type: "message",
            role: "assistant",
            model: "c",
            content: [],
            stop_reason: null,
            usage: { input_tokens: input, output_tokens: output, cache_read_input_tokens: input },
          },
        },
        { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
        { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: TEXT } },
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: output } },
        { type: "message_stop" },
      ],
      true,
    ),
  "openai/gpt-4o-mini": (input, output) => {
    const item = { type: "message", id: "i", role: "assistant", status: "completed", content: [] };
    const response = { id: "r", object: "response", created_at: 7, model: "g", output: [] };
    const usage = { input_tokens: input, output_tokens: output, total_tokens: output };
    return frames([
      { type: "response.created", sequence_number: 0, response: { ...response, status: "in_progress" } },
      { type: "response.output_item.added", sequence_number: 1, output_index: 0, item },
      {
        type: "response.output_text.delta",
        sequence_number: 2,
        item_id: "i",
        output_index: 0,
        content_index: 0,
        delta: TEXT,
      },
      { type: "response.output_item.done", sequence_number: 3, output_index: 0, item },
      { type: "response.completed", sequence_number: 4, response: { ...response, status: "completed", usage } },
    ]);
  },
  "google/gemini-2.5-flash": (input, output) =>
    frames([
      {
        candidates: [{ index: 0, content: { role: "model", parts: [{ text: TEXT }] }, finishReason: "STOP" }],
        usageMetadata: { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: output },
      },
    ]),
  "openai/gpt-oss-120b": (input, output) => {
    const chunk = { id: "c", object: "chat.completion.chunk", created: 7, model: "m" };
    const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: output };
    return [
      ...frames([
        { ...chunk, choices: [{ index: 0, delta: { role: "assistant", content: TEXT }, finish_reason: null }] },
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
        { ...chunk, choices: [], usage },
      ]),
      "data: [DONE]\n\n",
    ];
  },
};

/** OpenAI's own chat stream differs. */
const dialectsAt = (model: string): DialectName[] =>
  model === "openai/gpt-4o-mini" ? ["messages", "responses"] : ["messages", "chat", "responses"];

describe.each(Object.keys(STREAMS))("%s", (model) => {
  test.each([
    ["12", "9"],
    [3, "9"],
    ["12", 9],
    [{ n: 3 }, [9]],
    [true, false],
    [undefined, undefined],
    [-3, -9],
    [1.5, 2.5],
  ])("is a success with the counts %j and %j", async (input, output) => {
    upstream.script({ reply: { events: STREAMS[model]?.(input, output) as string[] } });
    for (const dialect of dialectsAt(model)) {
      const body = saying(dialect, model, "Hello there", { max_tokens: 50 });
      const streamed = await streamOf(gateway, dialect, body);
      expect([streamed.status, textIn(streamed.events)], streamed.text).toEqual([200, TEXT]);
      const record = await recordOf(gateway, streamed.headers);
      const isRead = typeof input === "number" && input > 0 && typeof output === "number" && output > 0;
      expect(record, dialect).toMatchObject({ status: 200, usage_estimated: !isRead });
      expect(record.tokens_prompt).toBeGreaterThan(0);
      expect(record.tokens_completion).toBeGreaterThan(0);
      expect(record.cost_nano_usd).toBeLessThan(1_000_000);
    }
    const whole = await post(gateway, "messages", saying("messages", model, "Hello there", { max_tokens: 50 }));
    expect([whole.status, textOf(JSON.parse(whole.text))], whole.text).toEqual([200, TEXT]);
  });
});
