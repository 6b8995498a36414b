import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { targetProvider } from "../target-provider.ts";

const hi = { role: "user", content: "Hi" };
const decode = (body: Body, provider = "groq") =>
  chat.decode({ model: "m", messages: [hi], ...body }, targetProvider(provider));
const promptOf = (messages: Body[], provider?: string) => decode({ messages }, provider).options.prompt;

describe("messages", () => {
  test("roles keep their position", () => {
    const messages = [
      { role: "system", content: "A" },
      { role: "developer", content: [{ type: "text", text: "B" }] },
      hi,
      { role: "assistant", content: "C", refusal: "No." },
    ];
    expect(promptOf(messages)).toEqual([
      { role: "system", content: "A" },
      { role: "system", content: "B" },
      { role: "user", content: [{ type: "text", text: "Hi" }] },
      {
        role: "assistant",
        content: [
          { type: "text", text: "C" },
          { type: "text", text: "No." },
        ],
      },
    ]);
  });

  test("calls and results keep their ids and arguments byte for byte", () => {
    const call = { id: "call/1 ", type: "function", function: { name: "f", arguments: '{ "a" : 1.0 }' } };
    const messages = [
      { role: "assistant", content: null, tool_calls: [call] },
      { role: "tool", tool_call_id: "call/1 ", content: " 42 " },
    ];
    expect(promptOf(messages)).toEqual([
      {
        role: "assistant",
        content: [{ type: "tool-call", toolCallId: "call/1 ", toolName: "f", input: '{ "a" : 1.0 }' }],
      },
      {
        role: "tool",
        content: [
          { type: "tool-result", toolCallId: "call/1 ", toolName: "f", output: { type: "text", value: " 42 " } },
        ],
      },
    ]);
  });

  test.each<[Body, unknown]>([
    [
      { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "auto" } },
      { type: "file", mediaType: "image/*", data: { type: "url", url: new URL("https://a.example/i.png") } },
    ],
    [
      { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
      { type: "file", mediaType: "audio/wav", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } },
      { type: "file", mediaType: "application/pdf", filename: "a.pdf", data: { type: "data", data: "aGk=" } },
    ],
    [
      { type: "file", file: { file_id: "file-1" } },
      { type: "file", mediaType: "application/pdf", data: { type: "reference", reference: { groq: "file-1" } } },
    ],
    [
      { type: "video_url", video_url: { url: "https://a.example/a.mp4" } },
      { type: "file", mediaType: "video/*", data: { type: "url", url: new URL("https://a.example/a.mp4") } },
    ],
  ])("the part %j is read", (part, decoded) => {
    expect(promptOf([{ role: "user", content: [part] }])).toEqual([{ role: "user", content: [decoded] }]);
  });

  test("a provider's fields are sent to that provider", () => {
    const marked = { type: "text", text: "Hi", cache_control: { type: "ephemeral" } };
    const detailed = { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "high" } };
    const messages = [{ role: "user", content: [marked, detailed] }];
    const cached = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([{ content: [cached, { type: "file" }] }]);
    const picture = { providerOptions: { openai: { imageDetail: "high" } } };
    expect(promptOf(messages, "openai")).toMatchObject([{ content: [{ type: "text" }, picture] }]);
    expect(decode({ messages }, "google").notes).toEqual([
      "cache_control: dropped",
      "messages[0].content[1].detail: dropped",
    ]);
  });

  test("OpenAI's marks of what to cache stay with OpenAI, and are Anthropic's there", () => {
    const mark = { prompt_cache_breakpoint: { mode: "explicit" } };
    const image = { type: "image_url", image_url: { url: "https://a.example/i.png", detail: "high" }, ...mark };
    const messages = [{ role: "user", content: [{ type: "text", text: "Hi", ...mark }, image] }];
    const promptCacheBreakpoint = { mode: "explicit" };
    expect(promptOf(messages, "openai")).toMatchObject([
      {
        content: [
          { providerOptions: { openai: { promptCacheBreakpoint } } },
          { providerOptions: { openai: { promptCacheBreakpoint, imageDetail: "high" } } },
        ],
      },
    ]);
    const cached = { providerOptions: { anthropic: { cacheControl: { type: "ephemeral" } } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([{ content: [cached, cached] }]);
    expect(decode({ messages }, "groq").notes).toContain("prompt_cache_breakpoint: dropped");
  });

  test("fields of system prompts and tool results are sent to the provider that supports them", () => {
    const marked = { type: "text", text: "A", cache_control: { type: "ephemeral" } };
    const plain = { type: "text", text: "B" };
    const messages = [
      { role: "system", content: [marked, plain] },
      { role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }] },
      { role: "tool", tool_call_id: "c", content: [plain, marked] },
    ];
    const providerOptions = { anthropic: { cacheControl: { type: "ephemeral" } } };
    expect(promptOf(messages, "anthropic")).toMatchObject([
      { role: "system", content: "A", providerOptions },
      { role: "system", content: "B" },
      { role: "assistant" },
      { content: [{ output: { type: "content", value: [{ text: "B" }, { text: "A", providerOptions }] } }] },
    ]);
    expect(promptOf(messages, "google")).toMatchObject([
      { role: "system", content: "A\nB" },
      { role: "assistant" },
      { content: [{ output: { type: "text", value: "B\nA" } }] },
    ]);
  });

  test("images follow the tool results if results may only contain text", () => {
    const picture = { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } };
    const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
    const results = [
      { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "A" }, picture] },
      { role: "tool", tool_call_id: "b", content: "B" },
    ];
    const calls = { role: "assistant", tool_calls: [call("a"), call("b")] };
    const file = { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } };
    const answered = [
      { toolCallId: "a", output: { type: "text", value: "A" } },
      { toolCallId: "b", output: { type: "text", value: "B" } },
    ];
    const { options, notes } = decode({ messages: [calls, ...results] });
    expect(options.prompt).toMatchObject([{}, { role: "tool", content: answered }, { role: "user", content: [file] }]);
    expect(notes).toEqual(["messages[1].content: files moved to the next user message"]);
    const said = { type: "text", text: "Hi" };
    expect(promptOf([calls, ...results, hi])).toMatchObject([{}, { role: "tool" }, { content: [file, said] }]);
    const later = promptOf([calls, ...results, { role: "assistant", content: "Done" }]);
    expect(later.map(({ role }) => role)).toEqual(["assistant", "tool", "user", "assistant"]);
  });

  test("streamed pieces of reasoning that are sent back unchanged are joined", () => {
    const piece = (fields: Body) => ({ type: "reasoning.text", index: 0, ...fields });
    const reasoning_details = [piece({ text: "Let " }), piece({ text: "me." }), piece({ text: "", signature: "c2ln" })];
    expect(promptOf([{ role: "assistant", content: "Hi", reasoning_details }], "anthropic")).toEqual([
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "Let me.", providerOptions: { anthropic: { signature: "c2ln" } } },
          { type: "text", text: "Hi" },
        ],
      },
    ]);
  });

  test("an empty assistant message adds no turn", () => {
    for (const content of ["", null]) expect(promptOf([hi, { role: "assistant", content }, hi])).toHaveLength(2);
  });

  test("plain reasoning is kept under both of its names", () => {
    for (const field of ["reasoning", "reasoning_content"]) {
      expect(promptOf([{ role: "assistant", content: "Hi", [field]: "Hm." }])).toMatchObject([
        { content: [{ type: "reasoning", text: "Hm." }, { type: "text" }] },
      ]);
    }
  });
});
