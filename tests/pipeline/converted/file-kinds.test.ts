import { describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf } from "../calling.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["anthropic", "google", "groq", "openai"] });

const CLAUDE = "anthropic/claude-sonnet-4.5";
const GEMINI = "google/gemini-2.5-flash";
const OPEN = "openai/gpt-oss-120b";
const GPT = "openai/gpt-5-mini";

const base64 = (text: string) => Buffer.from(text, "utf8").toString("base64");
const DOCX = Buffer.from("504b0304140006000800", "hex").toString("base64");
const NOTES = "Nine cats ä€😀";

const WITH_FILE: Record<string, (file: object) => object> = {
  chat: (file) => ({ messages: [{ role: "user", content: [{ type: "file", file }] }] }),
  responses: (file) => ({ input: [{ role: "user", content: [{ type: "input_file", ...file }] }] }),
};

async function send(dialect: DialectName, model: string, file: object, more: object = {}) {
  const body = { model, ...WITH_FILE[dialect]?.(file), ...more };
  const { status, text, headers } = await post(gateway, dialect, body);
  return { status, text, headers, sent: JSON.stringify(upstream.requests.at(-1)?.body ?? null) };
}

// Each converted.
const PLACES: [DialectName, string][] = [
  ["chat", CLAUDE],
  ["responses", CLAUDE],
  ["chat", GEMINI],
  ["responses", OPEN],
];

describe("an image/jpg is sent as image/jpeg", () => {
  const data = "/9j/4AAQSkZJRgABAQ==";
  const url = `data:image/jpg;base64,${data}`;
  const source = { type: "base64", media_type: "image/jpg", data };
  const user = (part: object) => [{ role: "user", content: [part] }];
  test.each<[DialectName, string, object]>([
    ["chat", CLAUDE, { messages: user({ type: "image_url", image_url: { url } }) }],
    ["responses", CLAUDE, { input: user({ type: "input_image", image_url: url }) }],
    ["messages", GEMINI, { messages: user({ type: "image", source }), max_tokens: 50 }],
    ["messages", GPT, { messages: user({ type: "image", source: { type: "url", url } }), max_tokens: 50 }],
  ])("%s to %s", async (dialect, model, turns) => {
    const { status, text } = await post(gateway, dialect, { model, ...turns });
    expect(status, text).toBe(200);
    const sent = JSON.stringify(upstream.requests.at(-1)?.body);
    expect(sent).toContain("image/jpeg");
    expect(sent).not.toContain("image/jpg");
  });
});

describe.each(PLACES)("%s to %s: a file is sent as its own type", (dialect, model) => {
  test.each([
    ["with an ending that nobody knows", { filename: "cats.notes", file_data: base64(NOTES) }],
    ["without a name", { file_data: base64(NOTES) }],
    [
      "under the type of anything",
      { filename: "x", file_data: `data:application/octet-stream;base64,${base64(NOTES)}` },
    ],
    ["named as a table", { filename: "cats.csv", file_data: base64(NOTES) }],
    ["named as JSON", { filename: "cats.json", file_data: base64(NOTES) }],
    ["of code", { filename: "cats.py", file_data: `data:text/x-python;base64,${base64(NOTES)}` }],
    ["of code for browsers", { filename: "cats.js", file_data: `data:application/javascript;base64,${base64(NOTES)}` }],
  ])("a text file %s", async (_, file) => {
    const { status, text, sent } = await send(dialect, model, file);
    expect(status, text).toBe(200);
    expect(sent).not.toContain("application/pdf");
    expect(sent.includes(NOTES) || sent.includes(base64(NOTES))).toBe(true);
    expect(sent).toContain(model === GEMINI ? '"mimeType":"text/plain"' : NOTES);
  });

  test("a PDF without a name", async () => {
    const { status, text, sent } = await send(dialect, model, { file_data: base64("%PDF-1.7\nx") });
    expect(status, text).toBe(200);
    expect(sent).toContain("application/pdf");
  });

  test.each([
    ["a Word document", { filename: "cats.docx", file_data: DOCX }, "wordprocessingml.document"],
    ["bytes that nobody knows", { filename: "cats.bin", file_data: "AAECAwD/" }, "unclear from their name and content"],
  ])("%s is rejected with an explanation and does not count against the provider", async (_, file, words) => {
    const { status, text } = await send(dialect, model, file);
    expect(status).toBe(400);
    expect(JSON.parse(text).error.message).toContain(words);
    expect(upstream.requests).toHaveLength(0);
    expect((await gateway.call("GET", "/system")).body.data.open_circuits).toEqual([]);
  });
});

const STORED = "https://generativelanguage.googleapis.com/v1beta/files/cats-1";

describe("a file in a provider's own store, without a known type", () => {
  const turn = (part: object) => ({ messages: [{ role: "user", content: [part] }] });
  const input = (part: object) => ({ input: [{ role: "user", content: [part] }] });

  test.each<[DialectName, string, object]>([
    ["chat", "a file", turn({ type: "file", file: { file_id: STORED } })],
    ["chat", "a file of a name that says nothing", turn({ type: "file", file: { file_id: STORED, filename: "cats" } })],
    ["chat", "a picture", turn({ type: "image_url", image_url: { detail: "auto" }, file_id: STORED })],
    ["responses", "a file", input({ type: "input_file", file_id: STORED })],
    ["responses", "a picture", input({ type: "input_image", file_id: STORED })],
    ["messages", "a document", turn({ type: "document", source: { type: "file", file_id: STORED } })],
    ["messages", "a picture", turn({ type: "image", source: { type: "file", file_id: STORED } })],
  ])("has the type that Gemini stored: %s, %s", async (dialect, _, body) => {
    const { status, text } = await post(gateway, dialect, { model: GEMINI, ...body });
    expect(status, text).toBe(200);
    expect(String(upstream.requests[0]?.raw)).toContain(`{"fileData":{"fileUri":"${STORED}"}}`);
  });

  test("gets the type of its name, and no type for other providers", async () => {
    const named = await send("chat", GEMINI, { file_id: STORED, filename: "cats.csv" });
    expect(named.sent).toContain(`"fileData":{"mimeType":"text/csv","fileUri":"${STORED}"}`);
    const { status, text, sent } = await send("responses", CLAUDE, { file_id: "file_011" });
    expect(status, text).toBe(200);
    expect(sent).toContain('{"type":"document","source":{"type":"file","file_id":"file_011"}}');
  });

  test("is not changed where it occurs in text", async () => {
    const said = '"mimeType":"application/octet-stream","fileUri":"x"';
    const { status, text } = await post(gateway, "chat", { model: GEMINI, ...turn({ type: "text", text: said }) });
    expect(status, text).toBe(200);
    expect(JSON.stringify(upstream.requests[0]?.body)).toContain(JSON.stringify(said).slice(1, -1));
  });
});

test("a text file keeps its name even if only its text can be sent", async () => {
  const { sent } = await send("responses", OPEN, { filename: "cats.csv", file_data: base64(NOTES) });
  expect(sent).toContain(`cats.csv\\n\\n${NOTES}`);
});

test("a file type that one provider rejects goes to the next, as its own type", async () => {
  const file = { filename: "cats.docx", file_data: `data:application/x-cats;base64,${DOCX}` };
  const { status, text, headers, sent } = await send("chat", CLAUDE, file, { models: [GPT] });
  expect(status, text).toBe(200);
  expect(sent).toContain(`data:application/x-cats;base64,${DOCX}`);
  const { provider_responses: attempts } = await recordOf(gateway, headers);
  expect(attempts.map(({ status }: { status: number }) => status)).toEqual([400, 200]);
});

test("a guardrail reads a text file recognized only by its bytes", async () => {
  const rules = { content_filter_builtins: [{ slug: "email", action: "redact" }] };
  const made = await gateway.call("POST", "/guardrails", { name: "mail", ...rules });
  const key = await gateway.call("POST", "/keys", { name: "guarded" });
  const hashes = { key_hashes: [key.body.data.hash] };
  await gateway.call("POST", `/guardrails/${made.body.data.id}/assignments/keys`, hashes);
  const file = { filename: "cats.notes", file_data: base64("mail me at cat@example.org") };
  const body = { model: CLAUDE, ...WITH_FILE.chat?.(file) };
  const { status, text } = await post(gateway, "chat", body, { key: key.body.key });
  expect(status, text).toBe(200);
  expect(JSON.stringify(upstream.requests[0]?.body)).toContain("[EMAIL_1]");
  expect(JSON.stringify(upstream.requests[0]?.body)).not.toContain("cat@example.org");
});
