import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { guardResponse } from "#server/pipeline/guard/guard-output.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { createStreamGuard } from "#server/pipeline/guard/guard-stream.ts";
import { guardOf } from "#tests/guardrails/effective.ts";
import { EMAIL } from "./guarding.ts";

const URL_WITH = `https://example.org/people?mail=${EMAIL}`;
const redacting = () => guardOf({ contentFilterBuiltins: slugs.map((slug) => ({ slug, action: "redact" })) });
const slugs = ["email", "credit-card"];

async function redactRequest(dialect: Dialect, body: Body): Promise<Body> {
  return (await guardRequest(dialect, body, redacting().effective)).body;
}

/** The response as the caller receives it. */
async function redactResponse(dialect: Dialect, reply: Body): Promise<string> {
  const state = { notes: [] } as unknown as Parameters<typeof guardResponse>[1]["state"];
  await guardResponse({ dialect, guard: redacting() }, { state }, reply);
  return JSON.stringify(reply);
}

const citation = { type: "url_citation", url: URL_WITH, title: "People", start_index: 0, end_index: 2 };

describe("in a response", () => {
  test.each([
    ["the address of a picture", chat, { images: [{ type: "image_url", image_url: { url: URL_WITH } }] }],
    ["the address of a citation", chat, { annotations: [{ type: "url_citation", url_citation: citation }] }],
  ])("%s is read", async (_name, dialect, more) => {
    const message = { role: "assistant", content: "Hi", ...more };
    const out = await redactResponse(dialect, { choices: [{ index: 0, message }] });
    expect(out).toContain("https://example.org/people?mail=[EMAIL_1]");
    const stream = createStreamGuard(dialect, redacting(), () => []);
    const delta = stream?.pass({ data: { choices: [{ index: 0, delta: structuredClone(more) }] } });
    expect(JSON.stringify(delta)).toContain("mail=[EMAIL_1]");
  });

  test("an inline image is unchanged", async () => {
    const url = `data:image/png;base64,${Buffer.from(EMAIL).toString("base64")}`;
    const message = { role: "assistant", content: EMAIL, images: [{ type: "image_url", image_url: { url } }] };
    expect(await redactResponse(chat, { choices: [{ index: 0, message }] })).toContain(url);
  });

  test("the URL of a citation in responses and messages is read", async () => {
    const part = { type: "output_text", text: "Hi", annotations: [citation] };
    const item = { type: "message", role: "assistant", content: [part] };
    expect(await redactResponse(responses, { output: [item] })).toContain("mail=[EMAIL_1]");
    const location = { type: "web_search_result_location", url: URL_WITH, title: "People", cited_text: "Hi" };
    const content = [{ type: "text", text: "Hi", citations: [location] }];
    expect(await redactResponse(messages, { content })).toContain("mail=[EMAIL_1]");
  });

  test("passages and addresses of a web search are read, whole and streamed, where Anthropic has sealed them", async () => {
    const sealed = { type: "web_search_result_location", cited_text: EMAIL, url: URL_WITH, encrypted_index: "EqQB" };
    const found = { type: "web_search_result", url: URL_WITH, title: "T", encrypted_content: "EqQB" };
    const fetched = { type: "web_fetch_result", url: URL_WITH };
    const content = [
      { type: "text", text: "Hi", citations: [sealed] },
      { type: "web_search_tool_result", tool_use_id: "s_1", content: [found] },
      { type: "web_fetch_tool_result", tool_use_id: "s_2", content: fetched },
    ];
    expect(await redactResponse(messages, { content: structuredClone(content) })).not.toContain(EMAIL);
    const stream = createStreamGuard(messages, redacting(), () => []);
    const delta = { type: "citations_delta", citation: sealed };
    for (const data of [
      { type: "content_block_delta", index: 0, delta },
      ...content.slice(1).map((block, index) => ({
        type: "content_block_start",
        index: index + 1,
        content_block: structuredClone(block),
      })),
    ]) {
      expect(JSON.stringify(stream?.pass({ event: data.type, data }))).not.toContain(EMAIL);
    }
  });

  test("the addresses that a search of responses opens are read", async () => {
    const action = { type: "search", query: "q", sources: [{ type: "url", url: URL_WITH }] };
    const opened = {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: { type: "open_page", url: URL_WITH },
    };
    const out = await redactResponse(responses, { output: [{ ...opened, action }, opened] });
    expect(out).not.toContain(EMAIL);
    const input = [{ type: "web_search_call", id: "ws_1", action: { type: "open_page", url: URL_WITH } }];
    expect(JSON.stringify(await redactRequest(responses, { input }))).not.toContain(EMAIL);
  });

  test("the matched stop sequence is read, streamed and whole", async () => {
    expect(await redactResponse(messages, { content: [], stop_sequence: EMAIL })).toContain(
      '"stop_sequence":"[EMAIL_1]"',
    );
    const stream = createStreamGuard(messages, redacting(), () => []);
    const data = { type: "message_delta", delta: { stop_reason: "stop_sequence", stop_sequence: EMAIL }, usage: {} };
    const out = stream?.pass({ event: "message_delta", data });
    expect(JSON.stringify(out)).toContain('"stop_sequence":"[EMAIL_1]"');
  });
});

describe("in a request", () => {
  test("URLs of citations in earlier turns are read", async () => {
    const part = { type: "output_text", text: "Hi", annotations: [citation] };
    const input = [{ type: "message", role: "assistant", content: [part] }];
    expect(JSON.stringify(await redactRequest(responses, { input }))).toContain("mail=[EMAIL_1]");
    const earlier = {
      role: "assistant",
      content: "Hi",
      annotations: [{ type: "url_citation", url_citation: citation }],
    };
    expect(JSON.stringify(await redactRequest(chat, { messages: [earlier] }))).toContain("mail=[EMAIL_1]");
  });

  test("a passage that Anthropic has sealed is sent back unchanged, and listed as not inspected", async () => {
    const sealed = { type: "web_search_result_location", cited_text: EMAIL, encrypted_index: "EqQB" };
    const body = { messages: [{ role: "assistant", content: [{ type: "text", text: "Hi", citations: [sealed] }] }] };
    const guarded = await guardRequest(messages, body, redacting().effective);
    expect(guarded.body).toEqual(body);
    expect(guarded.guard?.notInspected).toEqual(["messages[0].content[0].citations[0] (encrypted)"]);
  });

  test.each([
    [chat, { messages: [{ role: "user", content: "Hi", metadata: { of: EMAIL } }] }],
    [chat, { messages: [{ role: "user", content: [{ role: "user", content: EMAIL }] }] }],
    [messages, { messages: [{ role: "user", content: [{ type: "note", of: EMAIL }] }] }],
    [responses, { input: [{ role: "user", content: "Hi", metadata: { of: EMAIL } }] }],
  ])("fields that no dialect has are read %#", async (dialect, body) => {
    expect(JSON.stringify(await redactRequest(dialect, body))).not.toContain(EMAIL);
  });

  test("property names of a schema are read, and stay required", async () => {
    const parameters = {
      type: "object",
      properties: { [EMAIL]: { type: "string", description: EMAIL }, place: { type: "string" } },
      required: ["place", EMAIL],
    };
    const body = { tools: [{ type: "function", function: { name: "f", parameters } }], messages: [] };
    const tools = (await redactRequest(chat, body)).tools as { function: { parameters: object } }[];
    expect(tools[0]?.function.parameters).toEqual({
      type: "object",
      properties: { "[EMAIL_1]": { type: "string", description: "[EMAIL_1]" }, place: { type: "string" } },
      required: ["place", "[EMAIL_1]"],
    });
    expect(parameters.required).toEqual(["place", EMAIL]);
  });

  test("keys in an unknown field are read, and keep their values", async () => {
    const body = {
      messages: [],
      extra: { [EMAIL]: 1, plain: [{ [`to ${EMAIL}`]: "x" }] },
      logit_bias: { "50256": -100 },
    };
    expect(await redactRequest(chat, body)).toMatchObject({
      extra: { "[EMAIL_1]": 1, plain: [{ "to [EMAIL_1]": "x" }] },
      logit_bias: { "50256": -100 },
    });
  });

  test("a value split across two parts is found", async () => {
    const content = [
      { type: "text", text: "Pay with 4111 1111 " },
      { type: "text", text: "1111 1111 today" },
    ];
    const out = (await redactRequest(chat, { messages: [{ role: "user", content }] })) as unknown as {
      messages: { content: { text: string }[] }[];
    };
    expect(out.messages[0]?.content.map(({ text }) => text)).toEqual([
      "Pay with [CREDIT_CARD_1]",
      "[CREDIT_CARD_2] today",
    ]);
  });

  test("a value split across two messages is found only if they have the same role", async () => {
    const said = (first: string, second: string) => [
      { role: first, content: "It is ana.silva@" },
      { role: second, content: "example.com" },
    ];
    const together = await redactRequest(messages, { messages: said("user", "user") });
    expect(JSON.stringify(together)).not.toMatch(/ana\.silva|example\.com/);
    const apart = await redactRequest(messages, { messages: said("user", "assistant") });
    expect(JSON.stringify(apart)).toContain("ana.silva@");
  });

  test.each([
    ["UTF-16 with its mark", "text/csv", Buffer.from(`\ufeffname,mail\nana,${EMAIL}`, "utf16le")],
    ["UTF-16 without", "text/plain", Buffer.from(`name,mail\nana,${EMAIL}`, "utf16le")],
    ["UTF-16, big end first", "", Buffer.from(`\ufeffname\nana,${EMAIL}`, "utf16le").swap16()],
    ["Latin-1", "text/plain", Buffer.from(`Zoë Müller,${EMAIL}`, "latin1")],
  ])("a text file in %s is read and redacted in place", async (_name, type, bytes) => {
    const file = (data: Buffer) => `data:${type};base64,${data.toString("base64")}`;
    const part = (data: Buffer) => ({ type: "file", file: { filename: "a", file_data: file(data) } });
    const body = (data: Buffer) => ({ messages: [{ role: "user", content: [part(data)] }] });
    const swapped = bytes[0] === 0xfe;
    const encoding = bytes.includes(0) ? "utf16le" : "latin1";
    const order = (data: Buffer) => (swapped ? Buffer.from(data).swap16() : data);
    const text = order(bytes).toString(encoding).replace(EMAIL, "[EMAIL_1]");
    expect(await redactRequest(chat, body(bytes))).toEqual(body(order(Buffer.from(text, encoding))));
  });

  test("files in fields that only some providers have are listed", async () => {
    const parts = [
      { type: "document_url", document_url: "https://a.example/a.pdf" },
      { type: "audio_url", audio_url: "data:audio/wav;base64,UklGRg==" },
      { type: "input_audio", input_audio: "UklGRg==" },
    ];
    const { guard } = await guardRequest(chat, { messages: [{ role: "user", content: parts }] }, redacting().effective);
    expect(guard?.notInspected).toEqual([
      "messages[0].content[0].document_url (address)",
      "messages[0].content[1].audio_url (audio/wav)",
      "messages[0].content[2] (audio)",
    ]);
  });

  test("documents that cannot be read are listed", async () => {
    const docx = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
    const files = ["application/pdf", docx].map((type) => ({
      type: "file",
      file: { filename: "a", file_data: `data:${type};base64,${Buffer.from("%PDF-1.4 PK").toString("base64")}` },
    }));
    const { guard } = await guardRequest(chat, { messages: [{ role: "user", content: files }] }, redacting().effective);
    expect(guard?.notInspected).toEqual([
      "messages[0].content[0].file.file_data (application/pdf)",
      `messages[0].content[1].file.file_data (${docx})`,
    ]);
  });
});
