import OpenAI from "openai";
import { ResponsesWS } from "openai/resources/responses/ws";
import { expect, test } from "vitest";
import { openWorld } from "./scenario/scenario-world.ts";

const world = openWorld();

test.each(["openai/gpt-5-mini", "anthropic/claude-sonnet-4.5"])(
  "openai's WebSocket client runs a tool loop with %s",
  async (model) => {
    const { url, key } = world.connection();
    const socket = new ResponsesWS(new OpenAI({ apiKey: key, baseURL: `${url}/api/v1` }));
    const events = socket.stream();
    const finish = async (): Promise<OpenAI.Responses.Response> => {
      for (;;) {
        const { value: event } = await events.next();
        if (!event) throw new Error("the connection was closed");
        if (event.type === "error") throw event.error;
        if (event.type === "message" && event.message.type === "response.completed") return event.message.response;
      }
    };
    const tools = [{ type: "function" as const, name: "look_up", parameters: {}, strict: false }];
    socket.send({ type: "response.create", model, input: "Please use the tool", store: false, tools });
    const first = await finish();
    const call = first.output.find((item) => item.type === "function_call");
    socket.send({
      type: "response.create",
      model,
      store: false,
      previous_response_id: first.id,
      input: [{ type: "function_call_output", call_id: call?.call_id as string, output: "forty-two" }],
      tools,
    });
    const second = await finish();
    const texts = second.output.flatMap((item) => (item.type === "message" ? item.content : []));
    expect(texts).toMatchObject([{ type: "output_text", text: "The tool said: forty-two" }]);
    socket.close();
  },
);
