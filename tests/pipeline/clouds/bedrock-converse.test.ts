import { expect, test } from "vitest";
import { type DialectName, post, recordOf, saying } from "../calling.ts";
import { toolFor } from "../provider-pairs.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

// Models at Bedrock that are called through its Converse API.

const NOVA = "amazon/nova-pro-v1";
const { cloud, gateway } = sharedBedrock("eu-central-1", ["eu.amazon.nova-pro-v1:0"]);

test("tools work through Converse", async () => {
  const tools = [{ type: "function", function: { name: "weather", parameters: { type: "object", properties: {} } } }];
  const { text, status } = await post(gateway, "chat", { ...saying("chat", NOVA, "use the tool"), tools });
  expect(status, text).toBe(200);
  const [call] = JSON.parse(text).choices[0].message.tool_calls;
  expect(call.function.name).toBe("weather");
});

test.each<[DialectName, object]>([
  [
    "chat",
    {
      messages: [
        { role: "user", content: "Weather?" },
        {
          role: "assistant",
          reasoning: "They want the weather.",
          tool_calls: [{ id: "c1", type: "function", function: { name: "weather", arguments: '{"city":"Bonn"}' } }],
        },
        { role: "tool", tool_call_id: "c1", content: "Sunny" },
      ],
    },
  ],
  [
    "responses",
    {
      input: [
        { role: "user", content: "Weather?" },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "They want the weather." }] },
        { type: "function_call", call_id: "c1", name: "weather", arguments: '{"city":"Bonn"}' },
        { type: "function_call_output", call_id: "c1", output: "Sunny" },
      ],
    },
  ],
])(
  "an earlier call keeps its arguments at Converse, and its reasoning is noted as dropped, in %s",
  async (dialect, turns) => {
    const tools = [toolFor(dialect, "weather", { type: "object", properties: { city: { type: "string" } } })];
    const { status, text, headers } = await post(gateway, dialect, {
      ...saying(dialect, NOVA, "Hello", { max_tokens: 50 }),
      ...turns,
      tools,
    });
    expect(status, text).toBe(200);
    const { messages } = JSON.parse(String(cloud.requests[0]?.raw));
    expect(messages[1].content).toEqual([{ toolUse: { toolUseId: "c1", name: "weather", input: { city: "Bonn" } } }]);
    const { notes } = await recordOf(gateway, headers);
    expect(notes).toContain(`${dialect === "chat" ? "messages" : "input"}[] (reasoning): dropped`);
  },
);

test("options that Converse does not have are dropped and named", async () => {
  const options = { top_k: 5, min_p: 0.1, logit_bias: { "5": 1 }, verbosity: "low", parallel_tool_calls: false };
  const { status, text, headers } = await post(
    gateway,
    "chat",
    saying("chat", NOVA, "Hello", { max_tokens: 50, ...options }),
  );
  expect(status, text).toBe(200);
  const { notes } = await recordOf(gateway, headers);
  expect(notes.sort()).toEqual([
    ...["logit_bias: dropped", "min_p: dropped", "parallel_tool_calls: dropped"],
    ...["textVerbosity: dropped", "top_k: dropped"],
  ]);
});

test("a tool's name that Converse rejects is the caller's again in the response", async () => {
  const name = "calendar.events/list";
  const tools = [toolFor("chat", name, { type: "object", properties: {} })];
  const turns = [
    { role: "user", content: "use the tool" },
    { role: "assistant", tool_calls: [{ id: "c1", type: "function", function: { name, arguments: "{}" } }] },
    { role: "tool", tool_call_id: "c1", content: "Nothing today" },
    { role: "assistant", content: "Nothing." },
    { role: "user", content: "use the tool" },
  ];
  const { status, text } = await post(gateway, "chat", { model: NOVA, messages: turns, tools });
  expect(status, text).toBe(200);
  const { toolConfig, messages } = JSON.parse(String(cloud.requests.at(-1)?.raw));
  const sent = toolConfig.tools[0].toolSpec.name;
  expect(sent).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(messages[1].content[0].toolUse.name).toBe(sent);
  expect(JSON.parse(text).choices[0].message.tool_calls[0].function.name).toBe(name);
});

test("a choice of a tool that is not there does not take the others away", async () => {
  const tools = [toolFor("chat", "weather", { type: "object", properties: {} })];
  const tool_choice = { type: "function", function: { name: "forecast" } };
  const { status, text, headers } = await post(gateway, "chat", saying("chat", NOVA, "Hello", { tools, tool_choice }));
  expect(status, text).toBe(200);
  const { toolConfig } = JSON.parse(String(cloud.requests.at(-1)?.raw));
  expect(toolConfig.tools[0].toolSpec.name).toBe("weather");
  expect((await recordOf(gateway, headers)).notes).toContain("tool_choice: dropped (there is no such tool)");
});
