import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, eventsIn, post, recordOf, saying } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "groq"] });

const tools = [{ type: "function", name: "look", parameters: { type: "object" }, strict: false }];

/** Streams of two providers with a complete call, then the `pieces` of another one's arguments, and a finish reason. */
const STREAMS: Record<string, (pieces: string[], isCut: boolean) => object[]> = {
  "openai/gpt-oss-120b": (pieces, isCut) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      id: "c",
      choices: [{ index: 0, delta, finish_reason }],
    });
    const call = (index: number, fields: object) => chunk({ tool_calls: [{ index, ...fields }] });
    return [
      call(0, { id: "call_0", type: "function", function: { name: "look", arguments: '{"at":0}' } }),
      call(1, { id: "call_1", type: "function", function: { name: "look", arguments: "" } }),
      ...pieces.map((piece) => call(1, { function: { arguments: piece } })),
      chunk({}, isCut ? "length" : "tool_calls"),
      { id: "c", choices: [], usage: { prompt_tokens: 3, completion_tokens: 9, total_tokens: 12 } },
    ];
  },
  "anthropic/claude-sonnet-4.5": (pieces, isCut) => {
    const block = (index: number, inputs: string[]) => [
      {
        type: "content_block_start",
        index,
        content_block: { type: "tool_use", id: `call_${index}`, name: "look", input: {} },
      },
      ...inputs.map((partial_json) => ({
        type: "content_block_delta",
        index,
        delta: { type: "input_json_delta", partial_json },
      })),
      { type: "content_block_stop", index },
    ];
    const usage = { input_tokens: 3, output_tokens: 1 };
    const message = { id: "m", type: "message", role: "assistant", model: "c", content: [], usage };
    return [
      { type: "message_start", message },
      ...block(0, ['{"at":0}']),
      ...block(1, pieces),
      {
        type: "message_delta",
        delta: { stop_reason: isCut ? "max_tokens" : "tool_use", stop_sequence: null },
        usage: { output_tokens: 9 },
      },
      { type: "message_stop" },
    ];
  },
};

async function callModel(model: string, pieces: string[], isCut: boolean, stream: boolean) {
  upstream.script({ reply: { events: [...(STREAMS[model]?.(pieces, isCut) ?? []), "data: [DONE]\n\n"] } });
  const answer = await post(gateway, "responses", saying("responses", model, "Look", { tools, stream }));
  expect(answer.status, answer.text).toBe(200);
  const events = stream ? eventsIn(answer.text) : [];
  const last = events.find(({ type }) => type === "response.completed" || type === "response.incomplete");
  const response = stream ? last.response : JSON.parse(answer.text);
  return { events, last, response, calls: callsIn(response), record: await recordOf(gateway, answer.headers) };
}

function callsIn({ output }: Event) {
  return output.map((item: Event) => [item.call_id, item.arguments, item.status]);
}

describe.each(Object.keys(STREAMS))("a tool call by %s", (model) => {
  test.each([true, false])(
    "is incomplete, like its response, if the token limit cuts it (stream %s)",
    async (stream) => {
      const { events, last, response, calls, record } = await callModel(model, ['{"at', '":"he'], true, stream);
      expect(response).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
      expect(calls).toEqual([
        ["call_0", '{"at":0}', "completed"],
        ["call_1", '{"at":"he', "incomplete"],
      ]);
      expect(record).toMatchObject({ status: 200, tokens_prompt: 3, tokens_completion: 9 });
      if (!stream) return;
      expect(last.type).toBe("response.incomplete");
      const done = events.filter(({ type, response_id }) => type === "response.output_item.done" && !response_id);
      const shown = done.length > 0 ? done : events.filter(({ type }) => type === "response.output_item.done");
      expect(shown.map(({ item }: Event) => item.status)).toEqual(["completed", "incomplete"]);
    },
  );

  test.each([true, false])(
    "is incomplete if the token limit cuts it before its arguments (stream %s)",
    async (stream) => {
      const { calls } = await callModel(model, [], true, stream);
      expect(calls[0]).toEqual(["call_0", '{"at":0}', "completed"]);
      if (calls.length > 1) expect(calls[1][2]).toBe("incomplete");
    },
  );

  test.each([true, false])("is complete once finished, with and without arguments (stream %s)", async (stream) => {
    const { response, calls } = await callModel(model, ['{"at":', "1}"], false, stream);
    expect(response).toMatchObject({ status: "completed", incomplete_details: null });
    expect(calls[1]).toEqual(["call_1", '{"at":1}', "completed"]);
    upstream.reset();
    expect((await callModel(model, [], false, stream)).calls[1]).toEqual(["call_1", "{}", "completed"]);
  });
});

test.each([true, false])(
  "a tool call cut before its arguments has none in chat and {} elsewhere (cut %s)",
  async (isCut) => {
    upstream.script({ reply: { events: STREAMS["anthropic/claude-sonnet-4.5"]?.([], isCut) ?? [] } });
    const { text } = await post(gateway, "chat", saying("chat", "anthropic/claude-sonnet-4.5", "Look"));
    const [{ message, finish_reason }] = JSON.parse(text).choices;
    expect(finish_reason).toBe(isCut ? "length" : "tool_calls");
    expect(message.tool_calls.map((call: Event) => call.function.arguments)).toEqual(['{"at":0}', isCut ? "" : "{}"]);
  },
);

test.each([true, false])("reasoning cut by the token limit is incomplete (stream %s)", async (stream) => {
  const chunk = (delta: object, finish_reason: string | null = null) => ({
    id: "c",
    choices: [{ index: 0, delta, finish_reason }],
  });
  upstream.script({ reply: { events: [chunk({ reasoning: "Hm, le" }), chunk({}, "length"), "data: [DONE]\n\n"] } });
  const body = saying("responses", "openai/gpt-oss-120b", "Look", { stream });
  const { text } = await post(gateway, "responses", body);
  const end = eventsIn(text).find(({ type }) => type === "response.incomplete");
  const response = stream ? end.response : JSON.parse(text);
  expect(response).toMatchObject({ status: "incomplete", output: [{ type: "reasoning", status: "incomplete" }] });
});
