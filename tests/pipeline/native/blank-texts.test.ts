import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic"] });

const mark = { cache_control: { type: "ephemeral" } };
const text = (said: string, more: object = {}) => ({ type: "text", text: said, ...more });
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: PIXEL } };
const call = { type: "tool_use", id: "toolu_1", name: "wait", input: {} };
const tools = [{ name: "wait", input_schema: { type: "object" } }];

const send = async (body: object) => {
  const sent = { model: "anthropic/claude-sonnet-5", max_tokens: 500, tools, ...body };
  const { status, text: responded } = await post(gateway, "messages", sent);
  expect(status, responded).toBe(200);
  return (upstream.requests.at(-1) as Event).body;
};

const user = (content: unknown) => ({ role: "user", content });
const assistant = (content: unknown) => ({ role: "assistant", content });

describe("blank texts", () => {
  test("alongside an image are left out, and their mark moves to it", async () => {
    const { messages } = await send({ messages: [user([image, text("", mark)])] });
    expect(messages).toEqual([user([{ ...image, ...mark }])]);
  });

  test("of the model and of the system prompt are left out", async () => {
    const { system, messages } = await send({
      system: [text("Be brief", mark), text(" ")],
      messages: [
        user("Hi"),
        assistant([text("\n"), call]),
        user([{ type: "tool_result", tool_use_id: "toolu_1", content: "done" }]),
      ],
    });
    expect(system).toEqual([text("Be brief", mark)]);
    expect(messages[1].content).toEqual([call]);
  });

  test("of a result are left out, and a result of nothing else is empty", async () => {
    const result = (content: object[]) => ({ type: "tool_result", tool_use_id: "toolu_1", content });
    const turn = [user("Hi"), assistant([call])];
    const mixed = await send({ messages: [...turn, user([result([text(""), text("done")])])] });
    expect(mixed.messages[2].content).toEqual([result([text("done")])]);
    const empty = await send({ messages: [...turn, user([result([text("")])])] });
    expect(empty.messages[2].content).toEqual([{ type: "tool_result", tool_use_id: "toolu_1" }]);
  });

  test("that are a whole system prompt leave none, and a mark never moves to thinking", async () => {
    const thinking = { type: "thinking", thinking: "Hm", signature: "c2lnbmVk" };
    const { system, messages } = await send({
      system: [text("")],
      messages: [user("Hi"), assistant([thinking, text("", mark), text("Hello")]), user("Go on")],
    });
    expect(system).toBeUndefined();
    expect(messages[1].content).toEqual([thinking, text("Hello")]);
  });
});

test("a message that is blank as a whole is still the caller's mistake", async () => {
  const body = { model: "anthropic/claude-sonnet-5", max_tokens: 500, messages: [user([text("")])] };
  expect((await post(gateway, "messages", body)).status).toBe(400);
});
