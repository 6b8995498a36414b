import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  errorIn,
  eventsIn,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { anthropic, delta, droppedIn, start, stop, text } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "openai", "google", "groq"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GPT = "openai/gpt-5-mini";
const OPEN = "openai/gpt-oss-120b";

/** Blocks that Anthropic may send in the future, next to the text `Hi`. */
const NOVEL: [string, object[], string][] = [
  [
    "a block with texts of its own",
    [
      start(0, { type: "future_block", text: "not for you" }),
      delta(0, { type: "text_delta", text: "nor this" }),
      delta(0, { type: "future_delta", n: 1 }),
      stop(0),
      ...text(1, "Hi"),
    ],
    "future_block",
  ],
  ["an event", [{ type: "future_event", n: 1 }, ...text(0, "Hi")], "future_event event"],
  [
    "a piece of a text",
    [start(0, { type: "text", text: "" }), delta(0, { type: "future_delta", n: 1 }), ...text(0, "Hi").slice(1)],
    "future_delta",
  ],
  [
    "a citation",
    [
      start(0, { type: "text", text: "" }),
      delta(0, { type: "citations_delta", citation: { type: "future_location", n: 1 } }),
      ...text(0, "Hi").slice(1),
    ],
    "future_location citation",
  ],
  [
    "a search's result",
    [
      start(0, { type: "web_search_tool_result", tool_use_id: "s", content: [{ type: "future_result" }] }),
      stop(0),
      ...text(1, "Hi"),
    ],
    "web_search_tool_result",
  ],
];

describe.each(NOVEL)("unknown %s", (_, events, kind) => {
  test.each<DialectName>(["chat", "responses"])(
    "is noted in %s, and the rest becomes the response",
    async (dialect) => {
      upstream.script({ reply: { events: anthropic(...events) } });
      const options = { headers: { "x-service-metadata": "enabled" } };
      const whole = await post(gateway, dialect, saying(dialect, CLAUDE, "Hello"), options);
      expect(whole.status, whole.text).toBe(200);
      expect(textOf(JSON.parse(whole.text))).toBe("Hi");
      expect(droppedIn(whole.text)).toEqual([`response (${kind}): dropped`]);
      const streamed = await streamOf(gateway, dialect, saying(dialect, CLAUDE, "Hello"), options);
      expect(textIn(streamed.events)).toBe("Hi");
      expect(looksFinished(dialect, streamed.events)).toBe(true);
      expect(droppedIn(streamed.text)).toEqual([`response (${kind}): dropped`]);
      const record = await recordOf(gateway, streamed.headers);
      expect(record).toMatchObject({ status: 200, usage_estimated: false, tokens_completion: 9 });
      expect(record.notes).toContain(`response (${kind}): dropped`);
    },
  );

  test("passes through native Messages unchanged", async () => {
    upstream.script({ reply: { events: anthropic(...events) } });
    const streamed = await streamOf(gateway, "messages", saying("messages", CLAUDE, "Hello", { max_tokens: 99 }));
    expect(streamed.status, streamed.text).toBe(200);
    expect(contentOf(streamed.text)).toBe(contentOf(anthropic(...events).join("")));
  });
});

test("an unknown event may be a stream's first", async () => {
  const [first = "", ...rest] = anthropic(...text(0, "Hi"));
  upstream.script({ reply: { events: ['data: {"type":"future_event"}\n\n', first, ...rest] } });
  const { status, text: reply } = await post(gateway, "chat", saying("chat", CLAUDE, "Hello"));
  expect(status, reply).toBe(200);
  expect(textOf(JSON.parse(reply))).toBe("Hi");
});

test("a call by an unknown kind of caller is still a call", async () => {
  const call = { type: "tool_use", id: "t", name: "look", input: {}, caller: { type: "future_caller" } };
  const input = delta(0, { type: "input_json_delta", partial_json: '{"at":1}' });
  upstream.script({ reply: { events: anthropic(start(0, call), input, stop(0)) } });
  const { text: reply } = await post(gateway, "chat", saying("chat", CLAUDE, "Hello"));
  expect(JSON.parse(reply).choices[0].message.tool_calls).toMatchObject([{ function: { arguments: '{"at":1}' } }]);
});

describe("a response with only unknown content", () => {
  const future = [start(0, { type: "future_block" }), stop(0)];
  test.each<DialectName>(["chat", "responses"])(
    "is a 502 that names it in %s, not an empty response",
    async (dialect) => {
      upstream.script({ reply: { events: anthropic(...future) } });
      for (const stream of [false, true]) {
        const {
          status,
          text: reply,
          headers,
        } = await post(gateway, dialect, saying(dialect, CLAUDE, "Hello", { stream }));
        expect(status, reply).toBe(502);
        expect(JSON.parse(reply).error.message).toContain("future_block");
        expect(await recordOf(gateway, headers)).toMatchObject({ status: 502, tokens_completion: 9 });
      }
    },
  );

  test("moves on to the next candidate", async () => {
    upstream.script({ match: ({ path }) => path.startsWith("/anthropic/"), reply: { events: anthropic(...future) } });
    const body = saying("chat", CLAUDE, "Hello", { models: [OPEN], stream: true });
    expect(textIn((await streamOf(gateway, "chat", body)).events)).toBe("You said: Hello");
  });

  test("passes through native Messages unchanged", async () => {
    upstream.script({ reply: { events: anthropic(...future) } });
    const streamed = await streamOf(gateway, "messages", saying("messages", CLAUDE, "Hello", { max_tokens: 99 }));
    expect(streamed.status, streamed.text).toBe(200);
    expect(contentOf(streamed.text)).toBe(contentOf(anthropic(...future).join("")));
  });
});

test.each([false, true])(
  "sealed reasoning that used up the token limit is an incomplete response (stream: %s)",
  async (stream) => {
    const details = [{ type: "reasoning.encrypted", data: "c2VhbGVk", format: "openai-responses-v1", index: 0 }];
    const chunkOf = (more: object) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", ...more })}\n\n`;
    const events = [
      chunkOf({ choices: [{ index: 0, delta: { role: "assistant", content: "", reasoning_details: details } }] }),
      chunkOf({ choices: [{ index: 0, delta: {}, finish_reason: "length" }] }),
      chunkOf({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 } }),
      "data: [DONE]\n\n",
    ];
    upstream.script({ reply: { events } });
    const body = saying("messages", OPEN, "Hello", { stream, provider: { only: ["groq"] } });
    const { status, text: reply, headers } = await post(gateway, "messages", body);
    expect(status, reply).toBe(200);
    expect(reply).toContain('"stop_reason":"max_tokens"');
    expect(await recordOf(gateway, headers)).toMatchObject({ status: 200, tokens_completion: 9 });
  },
);

test("a response that breaks off is a failure, whatever it contains", async () => {
  upstream.script({ reply: { events: anthropic(...text(0, "Hi")).slice(0, -2) } });
  const streamed = await streamOf(gateway, "chat", saying("chat", CLAUDE, "Hello"));
  expect(textIn(streamed.events)).toBe("Hi");
  expect(errorIn(streamed.events)).toBeDefined();
});

test("unknown blocks reach Anthropic as the caller wrote them", async () => {
  const messages = [
    {
      role: "user",
      content: [
        { type: "future_input", n: { deep: [1, null] } },
        { type: "text", text: "Hi" },
      ],
    },
    { role: "assistant", content: [{ type: "future_block", text: "x", id: "t" }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: [{ type: "future_part" }] }] },
  ];
  const tools = [{ type: "future_tool_20270101", name: "future", odd: { deep: 1 } }];
  const body = { model: CLAUDE, max_tokens: 99, messages, tools };
  for (const stream of [false, true]) {
    expect((await post(gateway, "messages", { ...body, stream })).status).toBe(200);
    expect(upstream.requests.at(-1)?.body).toEqual({ ...body, model: "claude-sonnet-4-5", stream });
  }
});

describe("unknown content from OpenAI", () => {
  const response = { id: "r", object: "response", created_at: 7, model: "g", status: "in_progress", output: [] };
  const item = { type: "message", id: "m", role: "assistant", status: "completed", content: [] };
  const at = { item_id: "m", output_index: 1, content_index: 0 };
  const counted = { input_tokens: 3, output_tokens: 9, total_tokens: 12 };
  const events = [
    { type: "response.created", response },
    { type: "response.output_item.added", output_index: 0, item: { type: "future_item", id: "f" } },
    { type: "response.future.delta", output_index: 0, delta: "x" },
    { type: "response.output_item.done", output_index: 0, item: { type: "future_item", id: "f" } },
    { type: "response.output_item.added", output_index: 1, item: { ...item, status: "in_progress" } },
    { type: "response.content_part.added", ...at, part: { type: "future_part" } },
    { type: "response.output_text.delta", ...at, delta: "Hi" },
    { type: "response.output_text.annotation.added", ...at, annotation: { type: "future_citation" } },
    { type: "response.output_item.done", output_index: 1, item },
    { type: "response.completed", response: { ...response, status: "completed", usage: counted } },
  ];

  test.each([false, true])("becomes a note in messages (stream %s)", async (stream) => {
    upstream.script({ reply: { events } });
    const options = { headers: { "x-service-metadata": "enabled" } };
    const response = await post(gateway, "messages", saying("messages", GPT, "Hello", { stream }), options);
    expect(response.status, response.text).toBe(200);
    expect(stream ? textIn(eventsIn(response.text)) : textOf(JSON.parse(response.text))).toBe("Hi");
    expect(droppedIn(response.text)).toEqual([
      "response (future_item): dropped",
      "response (future_part): dropped",
      "response (future_citation annotation): dropped",
    ]);
    expect(await recordOf(gateway, response.headers)).toMatchObject({ status: 200, tokens_completion: 9 });
  });
});

/** The events of a Messages stream, except those in which the gateway adds the model's name and missing keys. */
function contentOf(stream: string): string {
  const completed = /^event: message_(start|delta)\n/;
  return stream
    .split("\n\n")
    .filter((event) => !completed.test(event))
    .join("\n\n");
}
