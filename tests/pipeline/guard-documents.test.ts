import { describe, expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body, Dialect } from "#server/dialects/dialect.ts";
import { messages } from "#server/dialects/messages/messages.ts";
import { responses } from "#server/dialects/responses/responses.ts";
import { guardRequest } from "#server/pipeline/guard/guard-request.ts";
import { guardOf } from "#tests/guardrails/effective.ts";
import { makeDocx, makePdf, showOperators } from "#tests/support/documents.ts";
import { EMAIL } from "./guard/guarding.ts";

const PDF = "application/pdf";
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

const user = (part: object) => [{ role: "user", content: [part] }];
const url = (type: string, file: Buffer) => `data:${type};base64,${file.toString("base64")}`;
const places: [string, Dialect, (type: string, file: Buffer) => Body][] = [
  [
    "chat",
    chat,
    (type, file) => ({ messages: user({ type: "file", file: { filename: "a", file_data: url(type, file) } }) }),
  ],
  [
    "chat, as Mistral has it,",
    chat,
    (type, file) => ({ messages: user({ type: "document_url", document_url: url(type, file) }) }),
  ],
  ["responses", responses, (type, file) => ({ input: user({ type: "input_file", file_data: url(type, file) }) })],
  [
    "a variable of a stored prompt",
    responses,
    (type, file) => ({ prompt: { id: "p", variables: { file: { type: "input_file", file_data: url(type, file) } } } }),
  ],
  [
    "messages",
    messages,
    (type, file) => ({
      messages: user({ type: "document", source: { type: "base64", media_type: type, data: file.toString("base64") } }),
    }),
  ],
];

const saying = (text: string): [string, Buffer][] => [
  [PDF, makePdf({ pages: [showOperators(text.slice(0, 10), text.slice(10))] })],
  [DOCX, makeDocx([[text.slice(0, 10), text.slice(10)]])],
];

function guardDocuments(dialect: Dialect, body: Body, action: "block" | "redact" | "flag", shadow = false) {
  const guard = guardOf({ contentFilterBuiltins: [{ slug: "email", action, shadow }] });
  return Promise.resolve(guardRequest(dialect, body, guard.effective));
}

describe.each(places)("a document in %s", (_, dialect, bodyOf) => {
  test.each(saying(`Write to ${EMAIL} soon`))(
    "%s is read, and rules that block or redact reject it",
    async (type, file) => {
      for (const action of ["block", "redact"] as const) {
        const { refusal } = await guardDocuments(dialect, bodyOf(type, file), action);
        expect(refusal?.status).toBe(403);
        expect(refusal?.metadata).toMatchObject({ rule: "email", action: "block" });
      }
      const { refusal } = await guardDocuments(dialect, bodyOf(type, file), "redact");
      expect(refusal?.message).toContain("in a document, where nothing can be redacted");
    },
  );

  test.each(saying(`Write to ${EMAIL} soon`))(
    "%s is sent unchanged under a rule that only reports",
    async (type, file) => {
      for (const [action, shadow] of [
        ["flag", false],
        ["redact", true],
      ] as const) {
        const body = bodyOf(type, file);
        const result = await guardDocuments(dialect, body, action, shadow);
        expect(result.refusal).toBeUndefined();
        expect(result.body).toBe(body);
        expect(result.guard?.findings.list()).toMatchObject([{ rule: "email", shadow, count: 1 }]);
      }
    },
  );

  test.each(saying("Nothing to see here"))("%s without findings counts as inspected", async (type, file) => {
    const { refusal, guard } = await guardDocuments(dialect, bodyOf(type, file), "redact");
    expect(refusal).toBeUndefined();
    expect(guard?.notInspected).toEqual([]);
  });

  test("is listed if it cannot be read completely", async () => {
    const locked = bodyOf(PDF, makePdf({ pages: [showOperators("Hello")], isEncrypted: true }));
    expect((await guardDocuments(dialect, locked, "redact")).guard?.notInspected).toEqual([
      expect.stringContaining(`(${PDF})`),
    ]);
    const pictures = bodyOf(DOCX, makeDocx([["Hello"]], { "word/media/a.png": new Uint8Array(9) }));
    expect((await guardDocuments(dialect, pictures, "block")).guard?.notInspected).toEqual([
      expect.stringContaining(`(${DOCX})`),
    ]);
  });
});

test("a document is read by its actual type, whatever it declares", async () => {
  const [, file] = saying(EMAIL)[0] ?? [];
  const part = { type: "file", file: { file_data: url("application/octet-stream", file as Buffer) } };
  expect((await guardDocuments(chat, { messages: user(part) }, "block")).refusal?.status).toBe(403);
});

test("texts next to a document are redacted in place", async () => {
  const [type, file] = saying("Nothing here")[0] ?? [];
  const content = [
    { type: "text", text: EMAIL },
    { type: "file", file: { file_data: url(type as string, file as Buffer) } },
    { type: "text", text: "more" },
  ];
  const { body } = await guardDocuments(chat, { messages: [{ role: "user", content }] }, "redact");
  expect(body).toMatchObject({ messages: [{ content: [{ text: "[EMAIL_1]" }, content[1], content[2]] }] });
});
