import { describe, expect, test } from "vitest";
import { messages } from "#server/dialects/messages/messages.ts";
import { targetProvider } from "../target-provider.ts";
import { call, encode, find, finish, type Part, shape, text } from "./messages-parts.ts";

const thinkingAsked = { request: { thinking: { type: "enabled", budget_tokens: 1024 } } };

describe("tool calls", () => {
  test("a call without pieces yields a whole block", () => {
    const whole: Part = { type: "tool-call", toolCallId: "a", toolName: "one", input: '{"n":1.50}' };
    const events = encode([whole, finish("tool-calls")]);
    expect(find(events, "content_block_delta").map(({ delta }) => delta)).toEqual([
      { type: "input_json_delta", partial_json: '{"n":1.50}' },
    ]);
    expect(shape(events).slice(1, 4)).toEqual([
      "content_block_start 0",
      "content_block_delta 0",
      "content_block_stop 0",
    ]);
  });

  test("a started call gets its input from the whole call", () => {
    const parts: Part[] = [
      { type: "tool-input-start", id: "a", toolName: "one" },
      { type: "tool-input-end", id: "a" },
      { type: "tool-call", toolCallId: "a", toolName: "one", input: '{"x":1}' },
      finish("tool-calls"),
    ];
    expect(messages.collect(encode(parts)).content).toEqual([
      { type: "tool_use", id: "a", name: "one", input: { x: 1 } },
    ]);
  });

  test("the whole call never repeats its pieces", () => {
    expect(find(encode([...call("a", "one", '{"x":1}'), finish("tool-calls")]), "content_block_delta")).toHaveLength(1);
  });

  test("truncated arguments remain visible in the collected response", () => {
    const parts: Part[] = [
      { type: "tool-input-start", id: "a", toolName: "one" },
      { type: "tool-input-delta", id: "a", delta: '{"x":' },
      finish("length"),
    ];
    expect(messages.collect(encode(parts)).content).toMatchObject([{ input: { INVALID_JSON: '{"x":' } }]);
  });

  test("a search that the provider ran is a server tool with its pages", () => {
    const parts: Part[] = [
      { type: "tool-call", toolCallId: "s", toolName: "web_search", input: '{"query":"q"}', providerExecuted: true },
      {
        type: "tool-result",
        toolCallId: "s",
        toolName: "web_search",
        result: { sources: [{ type: "url", url: "https://a.test" }] },
      },
      ...text("0", "found"),
      finish(),
    ];
    const reply = messages.collect(encode(parts));
    expect(reply.stop_reason).toBe("end_turn");
    expect(reply.content).toEqual([
      { type: "server_tool_use", id: "srvtoolu_sb1_s", name: "web_search", input: { query: "q" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_sb1_s",
        content: [
          {
            type: "web_search_result",
            url: "https://a.test",
            title: "https://a.test",
            encrypted_content: "",
            page_age: null,
          },
        ],
      },
      { type: "text", text: "found" },
    ]);
  });

  test("any other tool that the provider ran looks like one of an MCP server, which strict clients know", () => {
    const id = { toolCallId: "ci_1", toolName: "code_interpreter" };
    const named = { toolCallId: "mcp_1", toolName: "mcp.look" };
    const parts: Part[] = [
      { type: "tool-call", ...id, input: '{"code":"1"}', providerExecuted: true },
      { type: "tool-result", ...id, result: { outputs: [{ logs: "1" }] } },
      { type: "tool-call", ...named, input: "{}", providerExecuted: true, dynamic: true },
      { type: "tool-result", ...named, result: "seen", isError: true },
      finish(),
    ];
    const reply = messages.collect(encode(parts, { provider: "Z.AI" }));
    expect(reply.stop_reason).toBe("end_turn");
    const result = (text: string) => [{ type: "text", text }];
    expect(reply.content).toEqual([
      { type: "mcp_tool_use", id: "ci_1", name: "code_interpreter", server_name: "z-ai", input: { code: "1" } },
      { type: "mcp_tool_result", tool_use_id: "ci_1", is_error: false, content: result('{"outputs":[{"logs":"1"}]}') },
      { type: "mcp_tool_use", id: "mcp_1", name: "look", server_name: "z-ai", input: {} },
      { type: "mcp_tool_result", tool_use_id: "mcp_1", is_error: true, content: result("seen") },
    ]);
  });

  test("the result of a call in an earlier response is left out, and a note says so", () => {
    const dropped: string[] = [];
    const result: Part = { type: "tool-result", toolCallId: "p", toolName: "program", result: "1" };
    const events = encode([result, ...text("0", "ok"), finish()], { dropped: (kind) => void dropped.push(kind) });
    expect(messages.collect(events).content).toEqual([{ type: "text", text: "ok" }]);
    expect(dropped).toEqual(["program result"]);
  });

  test("the text for a custom tool is its `input`", () => {
    const parts: Part[] = [
      { type: "tool-input-start", id: "a", toolName: "sql", inputEncoding: "text" },
      { type: "tool-input-delta", id: "a", delta: "SELECT 1" },
      { type: "tool-input-end", id: "a" },
      { type: "tool-call", toolCallId: "a", toolName: "sql", input: '"SELECT 1"' },
      finish("tool-calls"),
    ];
    expect(messages.collect(encode(parts)).content).toEqual([
      { type: "tool_use", id: "a", name: "sql", input: { input: "SELECT 1" } },
    ]);
  });
});

describe("thinking", () => {
  const anthropic: Part[] = [
    { type: "reasoning-start", id: "0" },
    { type: "reasoning-delta", id: "0", delta: "Let me see" },
    { type: "reasoning-delta", id: "0", delta: "", providerMetadata: { anthropic: { signature: "EqQB" } } },
    { type: "reasoning-end", id: "0" },
  ];

  test("is sent in pieces and signed", () => {
    const events = encode([...anthropic, ...text("1", "ok"), finish()]);
    expect(find(events, "content_block_delta").map(({ delta }) => delta)).toEqual([
      { type: "thinking_delta", thinking: "Let me see" },
      { type: "signature_delta", signature: "EqQB" },
      { type: "text_delta", text: "ok" },
    ]);
  });

  test("redacted thinking passes whole", () => {
    const parts: Part[] = [
      { type: "reasoning-start", id: "0", providerMetadata: { anthropic: { redactedData: "xyz" } } },
      { type: "reasoning-end", id: "0" },
      finish(),
    ];
    expect(messages.collect(encode(parts)).content).toEqual([{ type: "redacted_thinking", data: "xyz" }]);
  });

  const sealed: Part[] = [
    {
      type: "reasoning-start",
      id: "r:0",
      providerMetadata: { openai: { itemId: "rs_1", reasoningEncryptedContent: null } },
    },
    {
      type: "reasoning-end",
      id: "r:0",
      providerMetadata: { openai: { itemId: "rs_1", reasoningEncryptedContent: "gAAA.=" } },
    },
  ];
  const signed: Part[] = [
    {
      type: "tool-input-start",
      id: "c/1",
      toolName: "one",
      providerMetadata: { google: { thoughtSignature: "Cg==" } },
    },
    { type: "tool-input-delta", id: "c/1", delta: "{}" },
    { type: "tool-input-end", id: "c/1" },
    {
      type: "tool-call",
      toolCallId: "c/1",
      toolName: "one",
      input: "{}",
      providerMetadata: { google: { thoughtSignature: "Cg==" } },
    },
  ];
  const giveBack = (parts: Part[], provider: string) => {
    const { content } = messages.collect(encode([...parts, finish()], thinkingAsked));
    return messages.decode({ model: "m", messages: [{ role: "assistant", content }] }, targetProvider(provider)).options
      .prompt[0]?.content;
  };

  test("another provider's signature is returned to that provider unchanged", () => {
    expect(giveBack([...sealed, ...text("1", "ok")], "openai")).toEqual([
      {
        type: "reasoning",
        text: "",
        providerOptions: { openai: { itemId: "rs_1", reasoningEncryptedContent: "gAAA.=" } },
      },
      { type: "text", text: "ok" },
    ]);
    expect(giveBack([...sealed, ...text("1", "ok")], "anthropic")).toEqual([{ type: "text", text: "ok" }]);
  });

  test("a tool call's signature is matched with its call", () => {
    expect(giveBack(signed, "google")).toEqual([
      {
        type: "tool-call",
        toolCallId: "c/1",
        toolName: "one",
        input: {},
        providerOptions: { google: { thoughtSignature: "Cg==" } },
      },
    ]);
  });

  test("a tool call's signature is sent once and to no other provider", () => {
    const events = encode([...signed, finish()], thinkingAsked);
    expect(find(events, "content_block_start").map(({ content_block }) => content_block)).toMatchObject([
      { type: "thinking" },
      { type: "tool_use" },
    ]);
    expect(giveBack(signed, "openai")).toEqual([{ type: "tool-call", toolCallId: "c/1", toolName: "one", input: {} }]);
  });

  test("OpenAI's id of a stored call is not a signature", () => {
    const providerMetadata = { openai: { itemId: "fc_1" } };
    const stored: Part = { type: "tool-call", toolCallId: "a", toolName: "one", input: "{}", providerMetadata };
    expect(messages.collect(encode([stored, finish()], thinkingAsked)).content).toMatchObject([{ type: "tool_use" }]);
  });

  test("thinking that is not signed is marked so, because clients expect a signature", () => {
    const thought: Part[] = [
      { type: "reasoning-start", id: "0" },
      { type: "reasoning-delta", id: "0", delta: "Hm" },
      { type: "reasoning-end", id: "0" },
    ];
    expect(messages.collect(encode([...thought, ...text("1", "ok"), finish()])).content).toMatchObject([
      { type: "thinking", thinking: "Hm", signature: "sb1.unsigned" },
      { type: "text", text: "ok" },
    ]);
    expect(giveBack([...thought, ...text("1", "ok")], "deepseek")).toEqual([
      { type: "reasoning", text: "Hm" },
      { type: "text", text: "ok" },
    ]);
  });

  test("callers who did not request thinking get no block with only a signature", () => {
    const reply = messages.collect(encode([...sealed, ...signed, ...text("1", "ok"), finish()]));
    expect(reply.content).toMatchObject([{ type: "tool_use" }, { type: "text" }]);
  });
});

describe("citations", () => {
  const source: Part = { type: "source", sourceType: "url", id: "s1", url: "https://a.test", title: "A" };

  test("a source is cited with its text, once", () => {
    const citation = { source: { ...source } as Extract<Part, { type: "source" }>, citedText: "quote" };
    const parts: Part[] = [
      { type: "text-start", id: "0" },
      { type: "text-delta", id: "0", delta: "fact" },
      source,
      { type: "text-end", id: "0", citations: [citation] },
      finish(),
    ];
    expect(messages.collect(encode(parts)).content).toEqual([
      {
        type: "text",
        text: "fact",
        citations: [
          {
            type: "web_search_result_location",
            url: "https://a.test",
            title: "A",
            cited_text: "quote",
            encrypted_index: "",
          },
        ],
      },
    ]);
  });

  test("a source that arrives during a text is kept", () => {
    const parts: Part[] = [{ type: "text-delta", id: "0", delta: "fact" }, source, finish()];
    expect(messages.collect(encode(parts)).content).toMatchObject([
      { text: "fact", citations: [{ url: "https://a.test" }] },
    ]);
  });
});
