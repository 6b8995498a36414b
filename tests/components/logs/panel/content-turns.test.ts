import { describe, expect, test } from "vitest";
import { turnsOf } from "#components/logs/panel/content-turns.ts";

/** The role of a message, and each part as its label and text. */
function partsOf(message: object): unknown[] {
  const [turn] = turnsOf({ messages: [message] });
  return [turn?.role, ...(turn?.parts ?? []).map(({ label, text }) => (label ? [label, text] : text))];
}

describe("a message of a request, for reading", () => {
  test("names the tool of each call, whoever runs it", () => {
    const call = { id: "x_1", call_id: "c_1", status: "completed" };
    expect(partsOf({ ...call, type: "function_call", name: "ls", arguments: '{"path":"."}' })).toEqual([
      "Assistant",
      ["Calls ls", '{"path":"."}'],
    ]);
    expect(partsOf({ ...call, type: "custom_tool_call", name: "patch", input: "*** Begin" })).toEqual([
      "Assistant",
      ["Calls patch", "*** Begin"],
    ]);
    expect(partsOf({ ...call, type: "tool_search_call", execution: "client", arguments: { query: "git" } })).toEqual([
      "Assistant",
      ["Calls tool search", '{\n  "query": "git"\n}'],
    ]);
    expect(partsOf({ ...call, type: "web_search_call", action: { type: "search", query: "tides" } })).toEqual([
      "Assistant",
      ["Calls web search", '{\n  "type": "search",\n  "query": "tides"\n}'],
    ]);
    expect(partsOf({ ...call, type: "image_generation_call", result: "A".repeat(500) })).toEqual([
      "Assistant",
      ["Calls image generation", `{\n  "result": "${"A".repeat(120)}…"\n}`],
    ]);
  });

  test("shows the result with a call that carries it", () => {
    const call = { type: "mcp_call", name: "forecast", server_label: "weather", arguments: "{}", output: "Rain" };
    expect(partsOf(call)).toEqual(["Assistant", ["Calls forecast", "{}"], ["Tool result", "Rain"]]);
  });

  test("lists the tools that a search found by their names", () => {
    const tools = [
      { type: "function", name: "read_file", parameters: { type: "object" } },
      { type: "namespace", name: "git", tools: [{ type: "function", name: "log" }] },
    ];
    expect(partsOf({ type: "tool_search_output", call_id: "c_1", tools })).toEqual([
      "Tool",
      ["Found tools", "read_file\ngit.log"],
    ]);
    expect(partsOf({ type: "tool_search_output", call_id: "c_1", tools: [] })).toEqual([
      "Tool",
      ["Found tools", "None"],
    ]);
  });

  test("shows tools that a provider runs within a message, with the pages that they found", () => {
    const content = [
      { type: "server_tool_use", id: "s_1", name: "web_search", input: { query: "tides" } },
      {
        type: "web_search_tool_result",
        tool_use_id: "s_1",
        content: [
          { type: "web_search_result", title: "Tides", url: "https://example.com/tides", encrypted_content: "x" },
        ],
      },
    ];
    expect(partsOf({ role: "assistant", content })).toEqual([
      "Assistant",
      ["Calls web_search", '{\n  "query": "tides"\n}'],
      ["Tool result", "Tides\nhttps://example.com/tides"],
    ]);
  });

  test("shows an unknown item as JSON under its type", () => {
    expect(partsOf({ type: "item_reference", id: "x_1" })).toEqual([
      "item reference",
      '{\n  "type": "item_reference",\n  "id": "x_1"\n}',
    ]);
  });
});
