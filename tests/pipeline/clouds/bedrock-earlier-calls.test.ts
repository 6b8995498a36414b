import { expect, test } from "vitest";
import { type DialectName, post, recordOf, saying } from "../calling.ts";
import { sharedBedrock } from "./shared-bedrock.ts";

// Converse accepts tool calls and results of earlier turns only in a request with tools.

const { cloud, gateway } = sharedBedrock("eu-central-1", ["eu.amazon.nova-pro-v1:0"]);

const DIALECTS: DialectName[] = ["responses", "chat", "messages"];
const NOVA = "amazon/nova-pro-v1";

const turns = {
  chat: {
    messages: [
      { role: "user", content: "Where?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "c", type: "function", function: { name: "look", arguments: '{"city":"Bern"}' } }],
      },
      { role: "tool", tool_call_id: "c", content: "It is in Bern." },
    ],
  },
  messages: {
    messages: [
      { role: "user", content: "Where?" },
      { role: "assistant", content: [{ type: "tool_use", id: "c", name: "look", input: { city: "Bern" } }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "It is in Bern." }] },
    ],
  },
  responses: {
    input: [
      { role: "user", content: "Where?" },
      { type: "function_call", call_id: "c", name: "look", arguments: '{"city":"Bern"}' },
      { type: "function_call_output", call_id: "c", output: "It is in Bern." },
    ],
  },
};

test.each(DIALECTS)(
  "tool calls and results reach Converse as text if the request has no tools, in %s",
  async (dialect) => {
    const { status, text, headers } = await post(
      gateway,
      dialect,
      saying(dialect, NOVA, "", { max_tokens: 50, ...turns[dialect] }),
    );
    expect(status, text).toBe(200);
    expect(JSON.parse(String(cloud.requests[0]?.raw))).toMatchObject({
      messages: [
        { role: "user", content: [{ text: "Where?" }] },
        { role: "assistant", content: [{ text: 'Call of the tool look: {"city":"Bern"}' }] },
        { role: "user", content: [{ text: "Result of the tool look: It is in Bern." }] },
      ],
    });
    const { notes } = await recordOf(gateway, headers);
    const field = dialect === "responses" ? "input" : "messages";
    expect(notes).toContain(`${field}[] (tool calls and results): changed to text, because the request has no tools`);
  },
);
