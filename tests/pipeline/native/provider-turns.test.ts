import { expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, type Event, post } from "../calling.ts";

// The order and content of turns that some providers require.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["deepseek", "moonshotai", "mistral"] });

const sent = () => (upstream.requests.at(-1) as Event).body;
const metadata = { headers: { "x-service-metadata": "enabled" } };
const PARAMETERS = { type: "object", properties: {} };
const WAIT = { type: "function", function: { name: "wait", parameters: PARAMETERS } };
const CALL = { id: "call_1", type: "function", function: { name: "wait", arguments: "{}" } };

const at = (provider: string) => ({ provider: { only: [provider] } });

const mistral = { model: "mistralai/mistral-large-2512", ...at("mistral") };

test.each([
  [
    "messages",
    {
      max_tokens: 50,
      tools: [{ name: "wait", input_schema: PARAMETERS }],
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "wait", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: "waited" },
            { type: "text", text: "Be quick." },
          ],
        },
      ],
    },
  ],
  [
    "responses",
    {
      tools: [{ type: "function", name: "wait", parameters: PARAMETERS }],
      input: [
        { role: "user", content: "Hello" },
        { type: "function_call", call_id: "call_1", name: "wait", arguments: "{}" },
        { type: "function_call_output", call_id: "call_1", output: "waited" },
        { role: "user", content: "Be quick." },
      ],
    },
  ],
  [
    "chat",
    {
      tools: [WAIT],
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: null, tool_calls: [CALL] },
        { role: "tool", tool_call_id: "call_1", content: "waited" },
        { role: "system", content: "Be quick." },
      ],
    },
  ],
] as [DialectName, Event][])(
  "Mistral gets an answer between a result and what follows, from %s",
  async (dialect, body) => {
    const { status, text } = await post(gateway, dialect, { ...mistral, ...body }, metadata);
    expect(status, text).toBe(200);
    const roles = sent().messages.map(({ role }: Event) => role);
    expect(roles).toEqual(["user", "assistant", "tool", "assistant", "user"]);
    expect(text).toContain("messages[3]: sent after an added answer");
  },
);

test("Moonshot gets no empty answers of the model", async () => {
  const messages = [
    { role: "user", content: "Hello" },
    { role: "assistant", content: "" },
    { role: "user", content: "Hello?" },
    { role: "assistant", content: "", tool_calls: [CALL] },
    { role: "tool", tool_call_id: "call_1", content: "waited" },
    { role: "assistant", content: [] },
    { role: "user", content: "And now?" },
  ];
  const body = { model: "moonshotai/kimi-k2.6", ...at("moonshotai"), messages, tools: [WAIT] };
  const { status, text } = await post(gateway, "chat", body);
  expect(status, text).toBe(200);
  expect(sent().messages.map(({ content }: Event) => content)).toEqual([
    ...["Hello", " ", "Hello?", null, "waited", " ", "And now?"],
  ]);
});

test("what a client of the Responses API adds before a result comes after it", async () => {
  const input = [
    { role: "user", content: "Hello" },
    { type: "function_call", call_id: "call_1", name: "wait", arguments: "{}" },
    { role: "developer", content: "Be quick." },
    { type: "function_call_output", call_id: "call_1", output: "waited" },
  ];
  const tools = [{ type: "function", name: "wait", parameters: PARAMETERS }];
  const body = { model: "deepseek/deepseek-v4-flash", ...at("deepseek"), input, tools };
  const { status, text } = await post(gateway, "responses", body);
  expect(status, text).toBe(200);
  expect(sent().messages.map(({ role }: Event) => role)).toEqual(["user", "assistant", "tool", "system"]);
});

test.each([
  ["chat", { messages: [{ role: "system", content: "Be brief." }] }],
  ["responses", { input: [{ role: "developer", content: "Be brief." }] }],
] as const)("Mistral gets a lone system message as the user's: %s", async (dialect, turns) => {
  const { status, text } = await post(gateway, dialect, { ...mistral, ...turns }, metadata);
  expect(status, text).toBe(200);
  expect(sent().messages).toEqual([{ role: "user", content: "Be brief." }]);
  expect(text).toContain("messages[0]: sent as a user message, since the model needs one");
});
