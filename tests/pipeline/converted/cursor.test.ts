import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post, recordOf, streamOf } from "../calling.ts";

// The bodies that Cursor sends to chat completions, as those who run gateways for it have reported them:
// https://github.com/BerriAI/litellm/pull/34029, https://github.com/icebear0828/codex-proxy/issues/707.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai", "anthropic", "google", "groq"] });

const MODELS = [
  "openai/gpt-5.5",
  "openai/gpt-4.1",
  "anthropic/claude-sonnet-4.5",
  "google/gemini-2.5-flash",
  "openai/gpt-oss-120b",
];
const PATCH = "*** Begin Patch\n*** Add File: a.txt\n+1e400\n*** End Patch";
const schema = { type: "object", properties: { path: { type: "string" } }, required: ["path"] };
const read = { name: "ReadFile", description: "Read a file", parameters: schema };
const applyPatch = {
  type: "custom",
  name: "ApplyPatch",
  description: "Edit files",
  format: { type: "grammar", syntax: "lark", definition: "start: begin_patch" },
};
const call = (id: string, name: string, text: string) => ({
  id,
  type: "function",
  function: { name, arguments: text },
});
const sent = () => upstream.requests.at(-1) as Event;
const headers = { "user-agent": "Cursor/3.14.27" };

/** The upstream calls the tool that takes text, as far as it knows such a tool. */
function scriptPatch(model: string): void {
  const isCustom = model === "openai/gpt-4.1";
  const input = isCustom ? PATCH : { input: PATCH };
  upstream.script({
    times: 2,
    answer: { toolCalls: [{ name: "ApplyPatch", arguments: input, isCustom }], finish: "tool" },
  });
}

const agentBody = (model: string, more: object = {}) => ({
  model,
  input: [
    { role: "system", content: "You edit code." },
    { role: "user", content: [{ type: "input_text", text: "Add a file" }] },
  ],
  tools: [{ type: "function", ...read, strict: false }, applyPatch],
  tool_choice: "auto",
  store: false,
  include: ["reasoning.encrypted_content"],
  stream_options: { include_usage: true },
  ...more,
});

/** Returns the calls of a chat stream, whose pieces are joined. */
function callsIn(events: Event[]): Event[] {
  const calls: Event[] = [];
  for (const event of events)
    for (const piece of event.choices?.[0]?.delta?.tool_calls ?? []) {
      if (piece.id) calls[piece.index] = structuredClone(piece);
      else calls[piece.index].function.arguments += piece.function.arguments;
    }
  return calls;
}

describe.each(MODELS)("an agent's request in the form of the Responses API, for %s", (model) => {
  test("gets chat chunks, with the call of a text tool as that of a function", async () => {
    scriptPatch(model);
    const streamed = await streamOf(gateway, "chat", agentBody(model), { headers });
    expect(streamed.status, streamed.text).toBe(200);
    const [first] = callsIn(streamed.events);
    expect(first).toMatchObject({ type: "function", function: { name: "ApplyPatch", arguments: PATCH } });
    const whole = JSON.parse((await post(gateway, "chat", agentBody(model), { headers })).text);
    expect(whole.choices[0].message.tool_calls).toMatchObject([
      { type: "function", function: { name: "ApplyPatch", arguments: PATCH } },
    ]);
    expect(JSON.stringify(sent().body)).toContain("You edit code.");
    expect(await recordOf(gateway, streamed.headers)).toMatchObject({ agent: "cursor", agent_version: "3.14.27" });
  });

  test.each([
    [
      "items",
      agentBody(model, {
        input: [
          { role: "user", content: "Add a file" },
          { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "A patch it is." }] },
          { role: "assistant", content: [{ type: "output_text", text: "I read it, then add one." }] },
          { type: "function_call", call_id: "call_1", name: "ReadFile", arguments: '{"path":"b.txt"}' },
          { type: "custom_tool_call", call_id: "call_2", name: "ApplyPatch", input: PATCH },
          { type: "function_call_output", call_id: "call_1", output: "content of b" },
          { type: "custom_tool_call_output", call_id: "call_2", output: [{ type: "input_text", text: "added a" }] },
        ],
      }),
    ],
    [
      "messages, with every call as that of a function",
      {
        model,
        messages: [
          { role: "user", content: "Add a file" },
          {
            role: "assistant",
            content: "I read it, then add one.",
            tool_calls: [call("call_1", "ReadFile", '{"path":"b.txt"}'), call("call_2", "ApplyPatch", PATCH)],
          },
          { role: "tool", tool_call_id: "call_1", content: "content of b" },
          { role: "tool", tool_call_id: "call_2", content: "added a" },
        ],
        tools: [{ type: "function", function: read }, applyPatch],
      },
    ],
  ])("goes on after calls, sent as %s", async (_, body) => {
    const { status, text } = await post(gateway, "chat", body, { headers });
    expect(status, text).toBe(200);
    expect(text).toContain("The tool said: content of b; added a");
    expect(JSON.stringify(sent().body)).toContain(JSON.stringify(PATCH).slice(1, -1).split("\\n")[0]);
  });
});

test.each(MODELS)(
  "tools and blocks of the Messages API, which Cursor sends with models named after Claude, reach %s",
  async (model) => {
    const body = {
      model,
      messages: [
        { role: "user", content: "Read b" },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I read it." },
            { type: "tool_use", id: "toolu_1", name: "ReadFile", input: { path: "b.txt" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: "content of b" }] },
            { type: "text", text: "Go on" },
          ],
        },
      ],
      tools: [{ name: "ReadFile", description: "Read a file", input_schema: schema }],
      tool_choice: { type: "auto" },
    };
    const { status, text } = await post(gateway, "chat", body, { headers });
    expect(status, text).toBe(200);
    expect(text).toContain("You said: Go on");
    expect(JSON.stringify(sent().body)).toContain("content of b");
  },
);

describe("other clients", () => {
  test("get the call of a text tool as chat has it", async () => {
    scriptPatch("openai/gpt-4.1");
    const { text } = await post(gateway, "chat", agentBody("openai/gpt-4.1"));
    expect(JSON.parse(text).choices[0].message.tool_calls).toMatchObject([
      { type: "custom", custom: { name: "ApplyPatch", input: PATCH } },
    ]);
  });

  test("may send settings of the Responses API, which keep their meaning", async () => {
    const format = { type: "json_schema", name: "answer", schema: { type: "object" }, strict: false };
    const more = {
      instructions: "Be brief.",
      text: { format, verbosity: "low" },
      reasoning: { effort: "none" },
      max_output_tokens: 90,
      tool_choice: { type: "function", name: "ReadFile" },
    };
    const { status, text } = await post(gateway, "chat", agentBody("openai/gpt-5.5", more));
    expect(status, text).toBe(200);
    expect(sent().body).toMatchObject({
      messages: [{ role: "system", content: "Be brief." }, { role: "system" }, { role: "user" }],
      response_format: {
        type: "json_schema",
        json_schema: { name: "answer", schema: { type: "object" }, strict: false },
      },
      verbosity: "low",
      reasoning_effort: "none",
      max_completion_tokens: 90,
      tool_choice: { type: "function", function: { name: "ReadFile" } },
    });
    expect(sent().body).not.toHaveProperty("input");
    expect(sent().body).not.toHaveProperty("include");
  });

  test.each([
    [{ messages: [] }, "messages: must contain at least one message"],
    [{}, "messages: must contain at least one message"],
    [{ input: 7 }, "input: must be an array"],
    [{ input: [] }, "input: must contain at least one item"],
    [{ input: "Hi", previous_response_id: "resp_1" }, "previous_response_id: must be absent"],
    [{ input: [{ type: "computer_call", id: "c" }] }, "input[0]: must be a message, reasoning, a call or its output"],
    [{ input: [null] }, "input[0]"],
  ])("get a clear error for %o", async (more, message) => {
    const { status, text } = await post(gateway, "chat", { model: "openai/gpt-4.1", ...more });
    expect([status, JSON.parse(text).error.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

test("guardrails read what is in the form of the Responses API", async () => {
  const { key, hash } = await gateway.newKey();
  const filter = { label: "Codename", pattern: "bluebird", action: "block" };
  const { body } = await gateway.call("POST", "/guardrails", { name: "Names", content_filters: [filter] });
  await gateway.call("POST", `/guardrails/${body.data.id}/assignments/keys`, { key_hashes: [hash] });
  const output = { type: "custom_tool_call_output", call_id: "call_1", output: "the bluebird plan" };
  const custom = { type: "custom_tool_call", call_id: "call_1", name: "ApplyPatch", input: "x" };
  const { status } = await post(gateway, "chat", agentBody("openai/gpt-4.1", { input: [custom, output] }), { key });
  expect([status, upstream.requests]).toEqual([403, []]);
});
