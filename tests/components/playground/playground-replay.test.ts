import { describe, expect, test } from "vitest";
import { requestBody } from "#components/playground/text/code/request-body.ts";
import { replayOf } from "#components/playground/text/history/replay.ts";

type Kept = Parameters<typeof replayOf>[0];
type Body = Record<string, unknown>;

function storedCall(dialect: Kept["dialect"], request: Body | null): Kept {
  const output = { completion: null, reasoning: null, tool_calls: [] };
  const facts = { input_withheld: false, input_cut: false, output_cut: false, size_bytes: 1, error: null };
  return { id: "gen-1", created_at: "", dialect, input: { messages: [] }, output, request, ...facts };
}

/** The request that the playground sends if the pending prompt is sent unchanged. */
function askedAgain(dialect: Kept["dialect"], request: Body): Body {
  const state = replayOf(storedCall(dialect, request));
  const [pane] = state?.panes ?? [];
  if (!state || !pane) throw new Error("nothing to ask again");
  const { text, attachments } = state.draft;
  const waiting = { id: "waiting", role: "user" as const, text, attachments, toolResults: [] };
  const turns = text === "" && attachments.length === 0 ? pane.turns : [...pane.turns, waiting];
  const { model, settings } = pane;
  return requestBody({ dialect: state.dialect, model, settings, supported: undefined, turns });
}

const PARAMETERS = { type: "object", properties: { city: { type: "string" } } };
const PICTURE = "data:image/png;base64,iVBORw0KGgo=";

const RESPONSES = {
  model: "openai/gpt-5-mini",
  instructions: "Be brief.",
  max_output_tokens: 300,
  temperature: 0.4,
  models: ["openai/gpt-4o-mini"],
  stream: true,
  tools: [{ type: "function", name: "weather", description: "Of a city", parameters: PARAMETERS }],
  tool_choice: "required",
  input: [
    { role: "user", content: "And in Lisbon?" },
    { role: "assistant", content: "A moment." },
    { type: "function_call", call_id: "call_1", name: "weather", arguments: '{"city":"Lisbon"}' },
    { type: "function_call_output", call_id: "call_1", output: "Sunny" },
    { role: "assistant", content: "It is sunny." },
    {
      role: "user",
      content: [
        { type: "input_image", image_url: PICTURE, detail: "auto" },
        { type: "input_text", text: "And here?" },
      ],
    },
  ],
};

const MESSAGES = {
  model: "anthropic/claude-sonnet-4.5",
  max_tokens: 300,
  system: "Be brief.",
  temperature: 0.4,
  stop_sequences: ["END"],
  tools: [{ name: "weather", description: "Of a city", input_schema: PARAMETERS }],
  tool_choice: { type: "any" },
  messages: [
    { role: "user", content: "And in Lisbon?" },
    {
      role: "assistant",
      content: [
        { type: "text", text: "A moment." },
        { type: "tool_use", id: "toolu_1", name: "weather", input: { city: "Lisbon" } },
      ],
    },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "Sunny" }] },
    { role: "assistant", content: [{ type: "text", text: "It is sunny." }] },
    { role: "user", content: "And in Porto?" },
  ],
};

describe("a stored call that is replayed", () => {
  test("is the same request in the responses dialect", () => {
    expect(askedAgain("responses", RESPONSES)).toEqual(RESPONSES);
    const short = { model: "local/echo", input: "Hello", stream: true };
    expect(askedAgain("responses", short)).toEqual(short);
  });

  test("is streamed, even if it was not", () => {
    const whole = { model: "local/echo", input: "Hello" };
    expect(askedAgain("responses", whole)).toEqual({ ...whole, stream: true });
  });

  test("is the same request in the messages dialect", () => {
    expect(askedAgain("messages", MESSAGES)).toEqual({ ...MESSAGES, stream: true });
  });

  test("is the same conversation in the responses dialect if it was a chat completion", () => {
    const chat = {
      model: RESPONSES.model,
      max_completion_tokens: 300,
      temperature: 0.4,
      models: RESPONSES.models,
      stream: true,
      tools: [{ type: "function", function: { name: "weather", description: "Of a city", parameters: PARAMETERS } }],
      tool_choice: "required",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "And in Lisbon?" },
        {
          role: "assistant",
          content: "A moment.",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "weather", arguments: '{"city":"Lisbon"}' } },
          ],
        },
        { role: "tool", tool_call_id: "call_1", content: "Sunny" },
        { role: "assistant", content: "It is sunny." },
        {
          role: "user",
          content: [
            { type: "image_url", image_url: { url: PICTURE } },
            { type: "text", text: "And here?" },
          ],
        },
      ],
    };
    expect(askedAgain("chat", chat)).toEqual(RESPONSES);
  });

  test("keeps the server tools and registered MCP servers that the playground supports", () => {
    const own = { type: "switchboard:datetime" };
    const responses = {
      model: "m",
      input: "Hello",
      tools: [own, { type: "mcp", server_label: "tickets" }],
    };
    expect(askedAgain("responses", responses)).toMatchObject(responses);
    const others = [
      { type: "openrouter:web_fetch" },
      { type: "switchboard:image_generation" },
      { type: "mcp", server_label: "elsewhere", server_url: "https://mcp.example/mcp" },
      { type: "mcp", server_label: "x", server_url: "switchboard:maths" },
    ];
    expect(askedAgain("responses", { ...responses, tools: others })).toMatchObject({
      tools: [{ type: "switchboard:web_fetch" }, { type: "mcp", server_label: "maths" }],
    });
    const messages = {
      model: "m",
      max_tokens: 300,
      messages: [{ role: "user", content: "Hello" }],
      tools: [own],
      mcp_servers: [{ type: "url", name: "tickets" }],
    };
    expect(askedAgain("messages", messages)).toMatchObject(messages);
  });

  test("may end with a tool result instead of a prompt", () => {
    const state = replayOf(storedCall("responses", { ...RESPONSES, input: RESPONSES.input.slice(0, 4) }));
    expect(state?.draft.text).toBe("");
    expect(state?.panes[0]?.turns.at(-1)).toMatchObject({ toolResults: [{ name: "weather", output: "Sunny" }] });
  });

  test("has no truncated image and fails if its request is not stored", () => {
    const content = [{ type: "input_image", image_url: "data:image/png;base64,AAAA… [cut, 90000 characters]" }];
    const cut = {
      model: "m",
      input: [
        { role: "user", content },
        { role: "user", content: "What is it?" },
      ],
    };
    expect(replayOf(storedCall("responses", cut))?.draft).toEqual({ text: "What is it?", attachments: [] });
    expect(replayOf(storedCall("responses", null))).toBeUndefined();
  });
});
