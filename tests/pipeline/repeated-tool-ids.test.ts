import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post } from "./calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const MODEL = "anthropic/claude-sonnet-5";
const schema = { type: "object", properties: { place: { type: "string" } } };

/** Two turns of a model that counts its calls anew in each, and in the second one twice alike. */
const TURNS = [["look:0"], ["look:0", "look:0", "look:1"]];

const BODIES: Record<DialectName, () => object> = {
  messages: () => ({
    max_tokens: 500,
    tools: [{ name: "look", input_schema: schema }],
    messages: [
      { role: "user", content: "Hello" },
      ...TURNS.flatMap((ids, turn) => [
        {
          role: "assistant",
          content: ids.map((id, at) => ({ type: "tool_use", id, name: "look", input: { place: `${turn}-${at}` } })),
        },
        {
          role: "user",
          content: ids.map((id, at) => ({ type: "tool_result", tool_use_id: id, content: `${turn}-${at}` })),
        },
      ]),
    ],
  }),
  chat: () => ({
    tools: [{ type: "function", function: { name: "look", parameters: schema } }],
    messages: [
      { role: "user", content: "Hello" },
      ...TURNS.flatMap((ids, turn) => [
        {
          role: "assistant",
          content: null,
          tool_calls: ids.map((id, at) => ({
            id,
            type: "function",
            function: { name: "look", arguments: `{"place":"${turn}-${at}"}` },
          })),
        },
        ...ids.map((id, at) => ({ role: "tool", tool_call_id: id, content: `${turn}-${at}` })),
      ]),
    ],
  }),
  responses: () => ({
    tools: [{ type: "function", name: "look", parameters: schema }],
    input: [
      { role: "user", content: "Hello" },
      ...TURNS.flatMap((ids, turn) => [
        ...ids.map((call_id, at) => ({
          type: "function_call",
          call_id,
          name: "look",
          arguments: `{"place":"${turn}-${at}"}`,
        })),
        ...ids.map((call_id, at) => ({ type: "function_call_output", call_id, output: `${turn}-${at}` })),
      ]),
    ],
  }),
};

test.each(Object.keys(BODIES) as DialectName[])(
  "calls with the same id in %s get their own, and so do their results",
  async (dialect) => {
    const { status, text } = await post(gateway, dialect, { model: MODEL, ...BODIES[dialect]() });
    expect(status, text).toBe(200);
    const blocks = (upstream.requests.at(-1) as Event).body.messages.flatMap(({ content }: Event) =>
      typeof content === "string" ? [] : content,
    );
    const calls = new Map(
      blocks.filter(({ type }: Event) => type === "tool_use").map(({ id, input }: Event) => [id, input.place]),
    );
    const results = blocks.filter(({ type }: Event) => type === "tool_result");
    expect(calls.size).toBe(4);
    for (const { tool_use_id: id, content } of results) expect(JSON.stringify(content)).toContain(calls.get(id));
  },
);
