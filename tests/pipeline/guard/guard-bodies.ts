import type { DialectName } from "../calling.ts";
import { EMAIL } from "./guarding.ts";

export const TEXT_WITH_EMAIL = `to ${EMAIL}, soon`;
export const NATIVE = {
  responses: "openai/gpt-5-mini",
  messages: "anthropic/claude-sonnet-4.5",
  chat: "openai/gpt-oss-120b",
};
export const OTHER = {
  responses: "anthropic/claude-sonnet-4.5",
  messages: "openai/gpt-5-mini",
  chat: "google/gemini-2.5-flash",
};
export const DIALECTS = ["responses", "messages", "chat"] as const;
const SCHEMA = {
  type: "object",
  title: TEXT_WITH_EMAIL,
  properties: {
    email: { type: "string", description: TEXT_WITH_EMAIL },
    place: { type: "string", enum: [TEXT_WITH_EMAIL, "here"] },
  },
  required: ["place"],
};
export const FILE = `data:text/csv;base64,${Buffer.from(`name,mail\nana,${EMAIL}\n`).toString("base64")}`;
const PICTURE = "data:image/png;base64,iVBORw0KGgo=";

/** An identifier of the user, chosen by the caller. */
const ASKED_BY = {
  user: EMAIL,
  safety_identifier: EMAIL,
  prompt_cache_key: `cache of ${EMAIL}`,
  metadata: { note: TEXT_WITH_EMAIL, [EMAIL]: "owner" },
};

const RESPONSES = {
  ...ASKED_BY,
  instructions: TEXT_WITH_EMAIL,
  tools: [{ type: "function", name: "look", description: TEXT_WITH_EMAIL, parameters: SCHEMA, strict: false }],
  input: [
    { role: "developer", content: TEXT_WITH_EMAIL },
    { role: "user", content: [{ type: "input_text", text: TEXT_WITH_EMAIL }] },
    { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part("output_text")] },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "look",
      arguments: JSON.stringify({ place: TEXT_WITH_EMAIL, n: 1, [EMAIL]: true }),
    },
    { type: "function_call_output", call_id: "call_1", output: JSON.stringify({ found: TEXT_WITH_EMAIL }) },
    { role: "user", content: TEXT_WITH_EMAIL },
  ],
};

function part(type: string) {
  return { type, text: TEXT_WITH_EMAIL, annotations: [] };
}

const MESSAGES = {
  metadata: { user_id: EMAIL },
  stop_sequences: [TEXT_WITH_EMAIL],
  max_tokens: 500,
  system: [{ type: "text", text: TEXT_WITH_EMAIL, cache_control: { type: "ephemeral" } }],
  tools: [{ name: "look", description: TEXT_WITH_EMAIL, input_schema: SCHEMA }],
  messages: [
    { role: "user", content: TEXT_WITH_EMAIL },
    {
      role: "assistant",
      content: [
        { type: "text", text: TEXT_WITH_EMAIL },
        {
          type: "tool_use",
          id: "toolu_1",
          name: "look",
          input: { place: TEXT_WITH_EMAIL, deep: [{ n: 1, said: TEXT_WITH_EMAIL, [EMAIL]: true }] },
        },
      ],
    },
    {
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "text", text: TEXT_WITH_EMAIL }] },
        {
          type: "document",
          title: TEXT_WITH_EMAIL,
          context: TEXT_WITH_EMAIL,
          source: { type: "text", media_type: "text/plain", data: TEXT_WITH_EMAIL },
        },
        { type: "text", text: TEXT_WITH_EMAIL },
      ],
    },
  ],
};

const CHAT = {
  ...ASKED_BY,
  stop: [TEXT_WITH_EMAIL],
  tools: [{ type: "function", function: { name: "look", description: TEXT_WITH_EMAIL, parameters: SCHEMA } }],
  messages: [
    { role: "system", content: [{ type: "text", text: TEXT_WITH_EMAIL, cache_control: { type: "ephemeral" } }] },
    { role: "user", name: EMAIL, content: TEXT_WITH_EMAIL },
    {
      role: "assistant",
      content: TEXT_WITH_EMAIL,
      reasoning: TEXT_WITH_EMAIL,
      tool_calls: [
        {
          id: "call_1",
          type: "function",
          function: { name: "look", arguments: JSON.stringify({ place: TEXT_WITH_EMAIL }) },
        },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: TEXT_WITH_EMAIL },
    { role: "user", content: [{ type: "text", text: TEXT_WITH_EMAIL }] },
  ],
};
export const BODIES: Record<DialectName, object> = { responses: RESPONSES, messages: MESSAGES, chat: CHAT };

export const FILES: Record<DialectName, { model: string; body: object }> = {
  responses: {
    model: NATIVE.responses,
    body: {
      input: [
        {
          role: "user",
          content: [
            { type: "input_file", filename: "a.csv", file_data: FILE },
            { type: "input_image", image_url: PICTURE, detail: "auto" },
          ],
        },
      ],
    },
  },
  messages: {
    model: NATIVE.messages,
    body: {
      max_tokens: 50,
      messages: [
        {
          role: "user",
          content: [
            { type: "document", source: { type: "base64", media_type: "text/plain", data: FILE.split(",")[1] } },
            { type: "image", source: { type: "base64", media_type: "image/png", data: PICTURE.split(",")[1] } },
          ],
        },
      ],
    },
  },
  chat: {
    model: NATIVE.chat,
    body: {
      messages: [
        {
          role: "user",
          content: [
            { type: "file", file: { filename: "a.csv", file_data: FILE } },
            { type: "image_url", image_url: { url: PICTURE } },
          ],
        },
      ],
    },
  },
};
