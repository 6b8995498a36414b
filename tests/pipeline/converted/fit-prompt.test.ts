import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type Event, post } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "google"] });

const call = (id: string) => ({ id, type: "function", function: { name: "wait", arguments: "{}" } });
const result = (id: string, content: string) => ({ role: "tool", tool_call_id: id, content });
const tools = [{ type: "function", function: { name: "wait", parameters: { type: "object", properties: {} } } }];
const sent = () => JSON.stringify((upstream.requests.at(-1) as Event).body);

// Conversations that OpenAI's models take, and those of Anthropic and Google only in another form.
const CONVERSATIONS: [string, object[]][] = [
  [
    "an empty system message",
    [
      { role: "system", content: "" },
      { role: "user", content: "Hello" },
    ],
  ],
  [
    "an empty message of the user",
    [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "Hi" },
      { role: "user", content: "" },
      { role: "user", content: "Go on" },
    ],
  ],
  [
    "a blank part",
    [
      {
        role: "user",
        content: [
          { type: "text", text: " " },
          { type: "text", text: "Hello" },
        ],
      },
    ],
  ],
  [
    "a blank text alongside a call",
    [
      { role: "user", content: "Hello" },
      { role: "assistant", content: "\n", tool_calls: [call("call_1")] },
      result("call_1", ""),
    ],
  ],
  ["a system message alone", [{ role: "system", content: "Hello" }]],
  [
    "a message between the results of a turn",
    [
      { role: "user", content: "Hello" },
      { role: "assistant", content: null, tool_calls: [call("call_1"), call("call_2")] },
      result("call_1", "first"),
      { role: "user", content: "Hurry" },
      result("call_2", "second"),
      { role: "user", content: "Go on" },
    ],
  ],
  [
    "a result of a tool in a later turn again, and one without a call",
    [
      { role: "user", content: "Hello" },
      { role: "assistant", content: null, tool_calls: [call("call_1")] },
      result("call_1", "first"),
      { role: "assistant", content: "I see" },
      result("call_1", "second"),
      result("call_9", "other"),
      { role: "user", content: "Go on" },
    ],
  ],
  [
    "a result of a tool after another message of the model",
    [
      { role: "user", content: "Hello" },
      { role: "assistant", content: null, tool_calls: [call("call_1")] },
      { role: "user", content: "Hurry" },
      { role: "assistant", content: "Soon" },
      result("call_1", "first"),
      { role: "user", content: "Go on" },
    ],
  ],
];

describe.each(["anthropic/claude-sonnet-4.5", "google/gemini-2.5-flash"])("%s", (model) => {
  test.each(CONVERSATIONS)("takes %s", async (_, messages) => {
    const { status, text } = await post(gateway, "chat", { model, messages, tools });
    expect(status, text).toBe(200);
  });

  test("gets the results in their order, and what the user said after them", async () => {
    await post(gateway, "chat", { model, messages: CONVERSATIONS[5]?.[1], tools });
    const places = ["first", "second", "Hurry", "Go on"].map((text) => sent().indexOf(text));
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  test("gets a system message that is alone as the user's, and the response says so", async () => {
    const body = {
      model,
      messages: [
        { role: "system", content: "Be brief" },
        { role: "developer", content: "Hello" },
      ],
    };
    const { text } = await post(gateway, "chat", body, { headers: { "x-service-metadata": "enabled" } });
    expect(text).toContain("You said: Hello");
    expect(text).toContain("the last system message is sent as a user message");
  });
});
