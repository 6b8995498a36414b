import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";

const body = () => ({
  model: "m",
  messages: [
    { role: "system", content: "S1" },
    {
      role: "user",
      name: "D5",
      content: [
        { type: "text", text: "U1", cache_control: { type: "ephemeral" } },
        { type: "image_url", image_url: { url: "https://a.example/i.png" } },
        { type: "file", file: { filename: "U2", file_data: "data:application/pdf;base64,aGk=" } },
      ],
    },
    {
      role: "assistant",
      content: "A1",
      refusal: "A2",
      reasoning: "A3",
      reasoning_details: [
        { type: "reasoning.text", text: "A4", signature: "c2ln" },
        { type: "reasoning.encrypted", data: "cmVk" },
      ],
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: '{"to":"A5","n":1}' } }],
    },
    { role: "tool", tool_call_id: "call_1", content: "T1" },
    { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "T2" }] },
  ],
  prediction: { type: "content", content: "A6" },
  tools: [
    {
      type: "function",
      function: { name: "f", description: "D1", parameters: { properties: { a: { description: "D2" } } } },
    },
  ],
  response_format: { type: "json_schema", json_schema: { name: "n", description: "D3", schema: { title: "D4" } } },
  user: "D6",
  stop: ["D7"],
  metadata: { note: "D8", card: 4111111111111111 },
  web_search_options: { user_location: { type: "approximate", approximate: { city: "D9" } } },
  an_upstream_field: { of_its_own: ["D0"] },
  service_tier: "auto",
  tool_choice: { type: "function", function: { name: "f" } },
  reasoning: { effort: "low" },
  seed: 1234567890123,
});

test("every text is found once, under its role", () => {
  const slots = chat.texts(body());
  expect(slots.map(({ text }) => text).sort()).toEqual([
    "4111111111111111",
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "D0",
    "D1",
    "D2",
    "D3",
    "D4",
    "D5",
    "D6",
    "D7",
    "D8",
    "D9",
    "S1",
    "T1",
    "T2",
    "U1",
    "U2",
  ]);
  const roles = { S: "system", U: "user", A: "assistant", T: "tool", D: "definition" } as Record<string, string>;
  for (const slot of slots.filter(({ text }) => /^\D/.test(text)))
    expect(slot.role, slot.path).toBe(roles[slot.text.charAt(0)]);
});

test("replacing one text changes nothing else", () => {
  const source = JSON.stringify(body());
  for (const [index, { text }] of chat.texts(body()).entries()) {
    const changed = body();
    chat.texts(changed)[index]?.replace("REPLACED");
    // A long number becomes a string.
    const written = /^\d+$/.test(text) ? '"REPLACED"' : "REPLACED";
    expect(changed).toEqual(JSON.parse(source.replace(text, written)));
  }
});

test("paths locate each text", () => {
  const paths = chat.texts(body()).map(({ path }) => path);
  for (const path of [
    "messages[1].content[0].text",
    "messages[2].tool_calls[0].function.arguments.to",
    "tools[0].function.parameters.properties.a.description",
  ]) {
    expect(paths).toContain(path);
  }
});

test.each([
  ["a schema alongside json_object", { type: "json_object", schema: { properties: { a: { description: "D1" } } } }],
  ["a flat schema", { type: "json_schema", name: "answer", description: "D1", schema: {} }],
  ["a grammar of another server", { type: "grammar", grammar: "D1" }],
])("the texts of %s are found", (_, response_format) => {
  const found = chat.texts({ messages: [], response_format }).map(({ text, role }) => [text, role]);
  expect(found).toEqual([["D1", "definition"]]);
});

test("a malformed body yields no texts and no error", () => {
  for (const messages of [null, "x", [null, "x", { content: [null, 7] }, { tool_calls: [{}] }]]) {
    expect(() => chat.texts({ messages, tools: 5, prediction: "x", response_format: [] })).not.toThrow();
  }
});

test("the reasoning and the names of documents that Mistral has in parts are texts", () => {
  const thinking = { type: "thinking", thinking: [{ type: "text", text: "A1" }] };
  const messages = [
    { role: "user", content: [{ type: "document_url", document_url: "https://a.example/", document_name: "U1" }] },
    { role: "assistant", content: [thinking, { type: "thinking", thinking: "A2" }, { type: "text", text: "A3" }] },
  ];
  const slots = chat.texts({ messages });
  expect(slots.map(({ text, role }) => [text, role])).toEqual([
    ["U1", "user"],
    ["A1", "assistant"],
    ["A2", "assistant"],
    ["A3", "assistant"],
  ]);
  slots[1]?.replace("changed");
  expect(thinking.thinking[0]?.text).toBe("changed");
});

test("fields of messages and parts that no dialect has are texts too, since compatible upstreams may read them", () => {
  const messages = [
    {
      role: "tool",
      tool_call_id: "call_1",
      content: [
        { role: "user", content: "T1" },
        { type: "note", of: { its: ["T2"] }, id: "part_1", data: "aGk=" },
      ],
      metadata: { tool_output: "T3" },
      status: "done",
    },
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}", why: "A2" }, note: "A3" }],
      tool_plan: "A1",
      images: [{ image_url: { url: "https://a.example/i.png" } }],
    },
  ];
  const slots = chat.texts({ messages });
  expect(slots.map(({ text, role, path }) => [text, role, path])).toEqual([
    ["T1", "tool", "messages[0].content[0].content"],
    ["T2", "tool", "messages[0].content[1].of.its[0]"],
    ["T3", "tool", "messages[0].metadata.tool_output"],
    ["A2", "assistant", "messages[1].tool_calls[0].function.why"],
    ["A3", "assistant", "messages[1].tool_calls[0].note"],
    ["A1", "assistant", "messages[1].tool_plan"],
  ]);
  slots[2]?.replace("changed");
  expect(messages[0]?.metadata?.tool_output).toBe("changed");
});

test("texts of a schema that no keyword has, and its patterns, are texts", () => {
  const a = { type: "string", format: "date", pattern: "D1", "x-note": "D2", "x-notes": ["D3"], $ref: "#/x" };
  const parameters = { type: "object", properties: { a }, required: ["a"], propertyOrdering: ["a"] };
  const slots = chat.texts({ tools: [{ type: "function", function: { name: "f", parameters } }] });
  expect(slots.map(({ text }) => text)).toEqual(["D1", "D2", "D3"]);
});

test("values of a schema's keywords that are no names are texts, and so are names of definitions", () => {
  const parameters = {
    type: "object",
    format: "date-time",
    properties: { "a b": { $ref: "#/$defs/Place" }, c: { type: ["string", "D1 x"], $id: "D2 x" } },
    required: ["a b", "c", "D3 x", "000-00-0000"],
    $defs: { Place: { type: "string", contentMediaType: "text/D4" }, "D5 x": {} },
    $comment: "D6",
  };
  const slots = chat.texts({ tools: [{ type: "function", function: { name: "f", parameters } }] });
  expect(slots.map(({ text }) => text).sort()).toEqual(
    ["000-00-0000", "D1 x", "D2 x", "D3 x", "D5 x", "D6", "a b", "text/D4"].sort(),
  );
});
