import { describe, expect, test } from "vitest";
import { responses } from "#server/dialects/responses/responses.ts";

const body = () => ({
  model: "m",
  instructions: "S1",
  prompt: { id: "pmpt_1", variables: { name: "U0" } },
  input: [
    { role: "developer", content: "S2" },
    {
      type: "message",
      role: "user",
      content: [
        { type: "input_text", text: "U1" },
        { type: "input_image", image_url: "data:image/png;base64,aGk=", detail: "auto" },
        { type: "input_file", filename: "U2", file_data: "data:application/pdf;base64,aGk=" },
        { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
      ],
    },
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "A1" }], encrypted_content: "gAAA" },
    {
      type: "message",
      role: "assistant",
      id: "msg_1",
      status: "completed",
      content: [
        {
          type: "output_text",
          text: "A2",
          annotations: [{ type: "url_citation", url: "A9", title: "A8" }],
        },
        { type: "refusal", refusal: "A3" },
      ],
    },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "f",
      arguments: '{ "to": ["A4", 1.0], "n": {"b": "A5"} }',
    },
    { type: "function_call", call_id: "call_2", name: "f", arguments: "A6 {" },
    { type: "function_call_output", call_id: "call_1", output: "T1" },
    { type: "function_call_output", call_id: "call_2", output: [{ type: "input_text", text: "T2" }] },
    { type: "custom_tool_call", call_id: "call_3", name: "f", input: "A7" },
  ],
  tools: [
    {
      type: "function",
      name: "f",
      description: "D1",
      parameters: {
        type: "object",
        description: "D2",
        properties: { description: { type: "string", description: "D3", enum: ["D4"] } },
        required: ["description"],
      },
    },
    { type: "custom", name: "g", format: { type: "grammar", syntax: "lark", definition: "DC" } },
    { type: "web_search", user_location: { type: "approximate", city: "DD" } },
    { type: "file_search", vector_store_ids: ["vs_1"], filters: { type: "eq", key: "k", value: "DE" } },
    { type: "mcp", server_label: "x", server_url: "https://a.example", server_description: "D5" },
  ],
  text: { format: { type: "json_schema", name: "n", description: "D6", schema: { title: "D7" } } },
  metadata: { key: "D8" },
  user: "D9",
  safety_identifier: "DA",
  prompt_cache_key: "DB",
  service_tier: "auto",
  previous_response_id: "resp_1",
  include: ["reasoning.encrypted_content"],
  reasoning: { effort: "low", summary: "auto" },
});

test("every text is found once, under its role", () => {
  const slots = responses.texts(body());
  expect(slots.map(({ text }) => text.slice(0, 2)).sort()).toEqual([
    "A1",
    "A2",
    "A3",
    "A4",
    "A5",
    "A6",
    "A7",
    "A8",
    "A9",
    "D1",
    "D2",
    "D3",
    "D4",
    "D5",
    "D6",
    "D7",
    "D8",
    "D9",
    "DA",
    "DB",
    "DC",
    "DD",
    "DE",
    "S1",
    "S2",
    "T1",
    "T2",
    "U0",
    "U1",
    "U2",
  ]);
  const roles = { S: "system", U: "user", A: "assistant", T: "tool", D: "definition" } as Record<string, string>;
  for (const slot of slots) expect(slot.role, slot.path).toBe(roles[slot.text.charAt(0)]);
});

test("paths locate each text", () => {
  const paths = responses.texts(body()).map(({ path }) => path);
  for (const path of [
    "instructions",
    "input[1].content[0].text",
    "input[4].arguments.to[0]",
    "tools[0].parameters.description",
  ]) {
    expect(paths).toContain(path);
  }
});

describe("replacing", () => {
  test("one text changes nothing else", () => {
    const count = responses.texts(body()).length;
    for (let index = 0; index < count; index++) {
      const changed = body();
      const slot = responses.texts(changed)[index];
      const before = slot?.text ?? "";
      slot?.replace("REPLACED");
      expect(slot?.text).toBe("REPLACED");
      const undone = responses.texts(changed).find(({ text }) => text === "REPLACED");
      undone?.replace(before);
      expect(normalize(changed)).toEqual(normalize(body()));
    }
  });

  test("with the same text changes nothing, not even the format of the arguments", () => {
    const changed = body();
    for (const slot of responses.texts(changed)) slot.replace(slot.text);
    expect(changed).toEqual(body());
  });

  test("two texts of the same arguments keeps both", () => {
    const changed = body();
    for (const slot of responses.texts(changed)) if (slot.path.startsWith("input[4]")) slot.replace("X");
    expect(changed.input[4]).toMatchObject({ arguments: '{"to":["X",1],"n":{"b":"X"}}' });
  });
});

test("a plain input is one text of the user", () => {
  const bare = { input: "Hi" };
  const [slot] = responses.texts(bare);
  expect(slot).toMatchObject({ role: "user", path: "input", text: "Hi" });
  slot?.replace("Bye");
  expect(bare).toEqual({ input: "Bye" });
});

test("a malformed body yields no texts and no error", () => {
  for (const input of [null, 5, [null, "x", { type: 5 }, { content: [null, 7] }]]) {
    expect(() => responses.texts({ input, tools: "x", text: 4, prompt: [] })).not.toThrow();
  }
});

/** Arguments are compared by value, because replacing one serializes them again. */
function normalize(value: ReturnType<typeof body>) {
  return {
    ...value,
    input: value.input.map((item) =>
      "arguments" in item ? { ...item, arguments: parseOrNull(item.arguments) } : item,
    ),
  };
}

function parseOrNull(text: unknown) {
  return String(text).startsWith("{") ? JSON.parse(String(text)) : text;
}

test("fields of messages that the dialect does not have are texts too", () => {
  const input = [{ role: "user", content: "U1", metadata: { note: "U2" }, id: "msg_1", status: "completed" }];
  expect(responses.texts({ input }).map(({ path, text }) => [path, text])).toEqual([
    ["input[0].content", "U1"],
    ["input[0].metadata.note", "U2"],
  ]);
});

test("the grammar of another server is a text", () => {
  const found = responses.texts({ input: [], text: { format: { type: "grammar", grammar: "D1" } } });
  expect(found.map(({ text, role }) => [text, role])).toEqual([["D1", "definition"]]);
});
