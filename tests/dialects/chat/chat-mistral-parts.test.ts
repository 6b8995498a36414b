import { expect, test } from "vitest";
import { chat } from "#server/dialects/chat/chat.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { targetProvider } from "../target-provider.ts";

function decodePart(part: Body, provider = "anthropic") {
  const { options, notes } = chat.decode(
    { model: "m", messages: [{ role: "user", content: [part] }] },
    targetProvider(provider),
  );
  return { content: options.prompt[0]?.content, notes };
}

const PDF = "data:application/pdf;base64,aGk=";
const pdf = { type: "file", mediaType: "application/pdf", data: { type: "data", data: "aGk=" } };

test.each<[Body, object]>([
  [{ document_url: PDF }, pdf],
  [{ document_url: { url: PDF } }, pdf],
  [
    { document_url: PDF, document_name: "cats.pdf" },
    { ...pdf, filename: "cats.pdf" },
  ],
  [
    { document_url: "https://a.example/cats.pdf" },
    { ...pdf, data: { type: "url", url: new URL("https://a.example/cats.pdf") } },
  ],
])("a document as Mistral has it is a file: %j", (part, expected) => {
  expect(decodePart({ type: "document_url", ...part }).content).toEqual([expected]);
});

test("the name of a document is listed as dropped for Google", () => {
  const { notes } = decodePart({ type: "document_url", document_url: PDF, document_name: "cats.pdf" }, "google");
  expect(notes).toEqual(["messages[0].content[0].document_name: dropped"]);
});

test.each([
  [42, "messages[0].content[0].document_url: must be a string"],
  ["ftp://a.example/cats.pdf", "messages[0].content[0].document_url: must be an http(s) URL or a data URL"],
])("the document URL %j is rejected", (document_url, message) => {
  expect(() => decodePart({ type: "document_url", document_url })).toThrow(message);
});

test.each([
  ["SUQzBAAA", "audio/mpeg"],
  ["//NkxAAAAANIAAAAAExB", "audio/mpeg"],
  ["UklGRgAAAABXQVZFZm10", "audio/wav"],
  ["data:audio/flac;base64,ZkxhQw==", "audio/flac"],
])("audio as Mistral has it, %s, is %s", (input_audio, mediaType) => {
  expect(decodePart({ type: "input_audio", input_audio }, "google").content).toMatchObject([
    { type: "file", mediaType, data: { type: "data" } },
  ]);
});
