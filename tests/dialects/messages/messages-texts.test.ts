import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";

/** Every text is `T<n>`; everything else must survive. */
function body(): Body {
  let count = 0;
  const text = () => `T${count++}`;
  const schema = {
    type: "object",
    title: text(),
    description: text(),
    properties: {
      description: { type: "string", description: text(), enum: [text()], default: text() },
      default: { type: "array", items: { anyOf: [{ description: text() }, true] }, default: [{ description: text() }] },
    },
    required: ["description"],
  };
  return {
    model: "a/b",
    system: [{ type: "text", text: text(), cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: text() },
      {
        role: "user",
        content: [
          { type: "text", text: text() },
          { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          {
            type: "document",
            title: text(),
            context: text(),
            source: { type: "text", media_type: "text/plain", data: text() },
          },
          { type: "document", source: { type: "content", content: [{ type: "text", text: text() }] } },
          { type: "document", source: { type: "base64", media_type: "application/pdf", data: "BBBB" } },
          { type: "search_result", source: text(), title: text(), content: [{ type: "text", text: text() }] },
        ],
      },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "signed", signature: "EqQB" },
          { type: "thinking", thinking: text(), signature: "" },
          { type: "redacted_thinking", data: "CCCC" },
          { type: "text", text: text(), citations: [{ type: "char_location", cited_text: text(), document_index: 0 }] },
          {
            type: "text",
            text: text(),
            citations: [{ type: "web_search_result_location", cited_text: "vouched", encrypted_index: "DD" }],
          },
          { type: "tool_use", id: "toolu_1", name: "run", input: { a: text(), deep: [{ b: text() }, 7, text()] } },
          { type: "server_tool_use", id: "srv_1", name: "web_search", input: { query: text() } },
          {
            type: "web_search_tool_result",
            tool_use_id: "srv_1",
            content: [{ type: "web_search_result", url: "https://b.test", title: text(), encrypted_content: "EEEE" }],
          },
          { type: "compaction", content: text() },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "toolu_1", content: text(), is_error: true },
          {
            type: "tool_result",
            tool_use_id: "toolu_1",
            content: [
              { type: "text", text: text() },
              { type: "document", source: { type: "text", data: text() } },
            ],
          },
          {
            type: "code_execution_tool_result",
            tool_use_id: "srv_1",
            content: { type: "code_execution_result", stdout: text(), stderr: text(), return_code: 0 },
          },
        ],
      },
      {
        role: "system",
        content: [
          {
            type: "tool_addition",
            tool: { type: "tool_definition", definition: { name: "new", description: text() } },
          },
        ],
      },
    ],
    tools: [
      { name: "run", description: text(), input_schema: schema, input_examples: [{ a: text() }] },
      { type: "bash_20250124", name: "bash" },
      { type: "web_search_20250305", name: "web_search", user_location: { type: "approximate", city: text() } },
    ],
    output_config: { effort: "low", format: { type: "json_schema", schema: { type: "object", description: text() } } },
    output_format: { type: "json_schema", schema: { type: "object", description: text() } },
    context_management: { edits: [{ type: "compact_20260112", instructions: text() }] },
    metadata: { user_id: text() },
    stop_sequences: [text()],
    an_upstream_field: { of_its_own: text() },
    service_tier: "auto",
    thinking: { type: "enabled", budget_tokens: 1024 },
    tool_choice: { type: "tool", name: "run" },
  };
}

const isText = (value: string) => /^T\d+$/.test(value);

describe("the finder of output texts", () => {
  test("sees every text exactly once", () => {
    const seen = messages.texts(body()).map(({ text }) => text);
    const all = JSON.stringify(body())
      .match(/"T\d+"/g)
      ?.map((quoted) => JSON.parse(quoted));
    expect([...seen].sort()).toEqual(all?.sort());
  });

  test("replaces texts in place, and nothing else changes", () => {
    const changed = body();
    for (const slot of messages.texts(changed)) slot.replace(`${slot.text}!`);
    const expected = JSON.parse(JSON.stringify(body()), (_, value) =>
      typeof value === "string" && isText(value) ? `${value}!` : value,
    );
    expect(changed).toEqual(expected);
  });

  test("returns the role and the location", () => {
    const slots = messages.texts({
      system: "s",
      messages: [
        { role: "user", content: [{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "r" }] }] },
        { role: "assistant", content: [{ type: "tool_use", id: "1", name: "n", input: { a: ["x"] } }] },
        { role: "system", content: "mid" },
      ],
      tools: [{ name: "n", description: "d", input_schema: { properties: { p: { description: "q" } } } }],
    });
    expect(slots.map(({ role, path, text }) => [role, path, text])).toEqual([
      ["system", "system", "s"],
      ["tool", "messages[0].content[0].content[0].text", "r"],
      ["assistant", "messages[1].content[0].input.a[0]", "x"],
      ["system", "messages[2].content", "mid"],
      ["definition", "tools[0].description", "d"],
      ["definition", "tools[0].input_schema.properties.p.description", "q"],
    ]);
  });

  test("a signature on a block type that is never signed does not hide its text", () => {
    const content = [{ type: "text", text: "t", signature: "EqQB" }];
    expect(messages.texts({ messages: [{ role: "user", content }] })).toHaveLength(1);
  });

  test("a seal of the gateway does not hide the thinking", () => {
    const content = [{ type: "thinking", thinking: "t", signature: "sb1.google.thoughtSignature=Cg" }];
    expect(messages.texts({ messages: [{ role: "assistant", content }] })).toHaveLength(1);
  });

  test("fields of messages and blocks that Anthropic does not have are texts too", () => {
    const note = { type: "note", of: { its: ["U1"] }, id: "note_1", data: "aGk=" };
    const messagesOf = [{ role: "user", content: [note], metadata: { note: "U2" }, id: "msg_1" }];
    const slots = messages.texts({ messages: messagesOf });
    expect(slots.map(({ role, path, text }) => [role, path, text])).toEqual([
      ["user", "messages[0].content[0].of.its[0]", "U1"],
      ["user", "messages[0].metadata.note", "U2"],
    ]);
  });

  test.each([[{}], [{ messages: null }], [{ messages: [null, 1, {}] }], [{ system: 7, tools: {} }]])(
    "finds nothing in %j",
    (odd) => {
      expect(messages.texts(odd)).toEqual([]);
    },
  );
});
