import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import {
  type DialectName,
  type Event,
  looksFinished,
  post,
  recordOf,
  saying,
  streamOf,
  textIn,
  textOf,
} from "../calling.ts";
import { anthropic, droppedIn, ending, message, text } from "../native/anthropic-events.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";

/** Endings with fields and values that Anthropic may add in the future. */
const ENDINGS: [string, object, object, string[]][] = [
  ["a field of its own", {}, { future_field: { n: 1 }, other: null }, ["message_delta future_field"]],
  ["a field of the delta", { delta: { future_field: "x" } }, {}, ["message_delta future_field"]],
  [
    "edits of the context",
    {},
    { context_management: { applied_edits: [{ type: "future_edit_20270101" }] } },
    ["message_delta context_management"],
  ],
  ["a container", { delta: { container: "box" } }, {}, ["message_delta container"]],
  ["details of its stop", { delta: { stop_details: ["why"] } }, {}, ["message_delta stop_details"]],
  ["a tier", { usage: { service_tier: { level: 1 } } }, {}, ["message_delta usage service_tier"]],
  [
    "what was thought",
    { usage: { output_tokens_details: { thinking_tokens: "9" } } },
    {},
    ["message_delta usage output_tokens_details"],
  ],
  [
    "iterations",
    {
      usage: {
        iterations: [
          { type: "future_step", n: 1 },
          { type: "message", input_tokens: 3, output_tokens: 9 },
        ],
      },
    },
    {},
    ["message_delta usage future_step iteration"],
  ],
  [
    "counts",
    { usage: { future_tokens: { a: 1 }, cache_read_input_tokens: "7" } },
    {},
    ["message_delta usage cache_read_input_tokens"],
  ],
];

describe.each(ENDINGS)("an ending with unknown %s", (_, { delta: ended, usage: count }: Event, more, kinds) => {
  const [end, last] = ending as [Event, Event];
  const all: Event[] = [
    { type: "message_start", message },
    ...text(0, "Hi"),
    { ...end, ...more, delta: { ...end.delta, ...ended }, usage: { ...end.usage, ...count } },
    last,
  ];
  const events = all.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

  test.each<DialectName>(["chat", "responses"])("is noted when converted to %s", async (dialect) => {
    upstream.script({ reply: { events } });
    const options = { headers: { "x-service-metadata": "enabled" } };
    const whole = await post(gateway, dialect, saying(dialect, CLAUDE, "Hello"), options);
    expect([whole.status, textOf(JSON.parse(whole.text))], whole.text).toEqual([200, "Hi"]);
    expect(droppedIn(whole.text)).toEqual(kinds.map((kind) => `response (${kind}): dropped`));
    const streamed = await streamOf(gateway, dialect, saying(dialect, CLAUDE, "Hello"), options);
    expect([textIn(streamed.events), looksFinished(dialect, streamed.events)]).toEqual(["Hi", true]);
    const record = await recordOf(gateway, streamed.headers);
    expect(record).toMatchObject({ status: 200, usage_estimated: false, tokens_prompt: 3, tokens_completion: 9 });
  });
});

test.each([undefined, null, [], { output_tokens: "9" }])(
  "usage is estimated if the last event has usage %j",
  async (count) => {
    const [end, last] = ending as [Event, Event];
    const all: Event[] = [
      { type: "message_start", message: { ...message, usage: { input_tokens: 3 } } },
      ...text(0, "Hi there, you"),
    ];
    const events = [...all, { ...end, usage: count }, last].map((event) => `data: ${JSON.stringify(event)}\n\n`);
    upstream.script({ reply: { events } });
    for (const stream of [false, true]) {
      const { status, text: reply, headers } = await post(gateway, "chat", saying("chat", CLAUDE, "Hello", { stream }));
      expect(status, reply).toBe(200);
      expect(reply).toContain("there");
      const record = await recordOf(gateway, headers);
      expect(record).toMatchObject({ status: 200, usage_estimated: true });
      expect(record.tokens_completion).toBeGreaterThan(0);
    }
  },
);

test("a first event with unknown fields is accepted", async () => {
  const content = [{ type: "future_block" }, { type: "tool_use", id: "t", name: "look", input: { at: 1 } }];
  const more = { container: "box", future_field: 1, input_transformations: [{ type: "x" }], content };
  const [, ...rest] = anthropic(...text(0, "Hi"));
  const first = `data: ${JSON.stringify({ type: "message_start", message: { ...message, ...more } })}\n\n`;
  upstream.script({ reply: { events: [first, ...rest] } });
  const options = { headers: { "x-service-metadata": "enabled" } };
  const { status, text: reply } = await post(gateway, "chat", saying("chat", CLAUDE, "Hello"), options);
  expect(status, reply).toBe(200);
  expect(JSON.parse(reply).choices[0].message).toMatchObject({
    content: "Hi",
    tool_calls: [{ function: { name: "look", arguments: '{"at":1}' } }],
  });
  const names = ["container", "future_field", "input_transformations", "future_block"];
  expect(droppedIn(reply)).toEqual(names.map((name) => `response (message_start ${name}): dropped`));
});
