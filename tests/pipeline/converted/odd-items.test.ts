import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { post, saying, streamOf, textIn } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });

// Only the Responses API serves it, so that chat is converted.
const CODEX = "openai/gpt-5-codex";
const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
const started = { type: "response.created", response: { id: "r", created_at: 1, model: "gpt-5-codex" } };

test("items of a response may lack ids and states", async () => {
  const call = { type: "function_call", call_id: "c1", name: "look", arguments: "{}" };
  const message = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Looking" }] };
  const response = {
    id: "r",
    created_at: 1,
    model: "gpt-5-codex",
    status: "completed",
    output: [message, call],
    usage,
  };
  upstream.script({ reply: { events: [started, { type: "response.completed", response }] } });
  const tools = [{ type: "function", function: { name: "look", parameters: { type: "object", properties: {} } } }];
  const { status, text } = await post(gateway, "chat", saying("chat", CODEX, "Hi", { tools }));
  expect(status, text).toBe(200);
  const { message: said } = JSON.parse(text).choices[0];
  expect([said.content, said.tool_calls[0].id, said.tool_calls[0].function.name]).toEqual(["Looking", "c1", "look"]);
  const { events } = await streamOf(gateway, "chat", saying("chat", CODEX, "Hi", { tools }));
  expect(textIn(events)).toBe("Looking");
});

test("a call of a text tool that the output limit cuts off does not fail the response", async () => {
  const item = { id: "ctc_1", type: "custom_tool_call", call_id: "c1", name: "patch", input: "*** Beg" };
  const incomplete = { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
  upstream.script({
    reply: {
      events: [
        started,
        { type: "response.output_item.added", output_index: 0, item: { ...item, input: "", status: "in_progress" } },
        { type: "response.custom_tool_call_input.delta", output_index: 0, item_id: "ctc_1", delta: item.input },
        { type: "response.output_item.done", output_index: 0, item: { ...item, status: "incomplete" } },
        {
          type: "response.incomplete",
          response: { ...started.response, ...incomplete, output: [{ ...item, status: "incomplete" }], usage },
        },
      ],
    },
  });
  const tools = [{ type: "custom", custom: { name: "patch" } }];
  const { status, text } = await post(gateway, "chat", saying("chat", CODEX, "Hi", { tools }));
  expect(status, text).toBe(200);
  const [choice] = JSON.parse(text).choices;
  expect(choice.finish_reason).toBe("length");
  expect(choice.message.tool_calls[0].custom).toEqual({ name: "patch", input: "*** Beg" });
});
