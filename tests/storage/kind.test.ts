import { describe, expect, test } from "vitest";
import { createKindReader } from "#server/storage/kind/kind-reader.ts";
import { archiveOf, SAMPLES, VIDEOS } from "#tests/support/file-samples.ts";

/** The detected type of a file that arrives in pieces of `size` bytes. */
function kindOf(content: Buffer, size = content.length): string | undefined {
  const reader = createKindReader();
  for (let at = 0; at < content.length; at += size) reader.push(content.subarray(at, at + size));
  return reader.end();
}

const repeated = (line: string, bytes: number) => Buffer.from(line.repeat(Math.ceil(bytes / line.length)));
const LARGE = 200_000;

describe("the type of a file is detected from its bytes", () => {
  test.each([...SAMPLES, ...VIDEOS])("%s (%s), in one chunk or byte by byte", (type, _, content) => {
    expect(kindOf(content)).toBe(type);
    expect(kindOf(content, 1)).toBe(type);
  });

  test.each([
    ["application/json", Buffer.from(`[${'{"a": "b"},'.repeat(LARGE / 10)}{}]`)],
    ["application/x-ndjson", repeated('{"a": "b"}\n', LARGE)],
    ["text/csv", repeated("a,b,c\n", LARGE)],
    ["text/markdown", Buffer.concat([Buffer.from("# Title\n\n"), repeated("Words and words.\n", LARGE)])],
    ["text/plain", repeated("ü".repeat(37), LARGE)],
  ])("a large %s, however it is chunked", (type, content) => {
    for (const size of [content.length, 65_536, 1_001]) expect(kindOf(content, size)).toBe(type);
  });

  test("the type of an office document is detected even if its directory exceeds the buffer", () => {
    const slides = Array.from({ length: 9_000 }, (_, index) => `ppt/slides/slide${index}.xml`);
    const content = archiveOf(...slides, "[Content_Types].xml", "ppt/presentation.xml");
    expect(kindOf(content, 65_536)).toMatch(/presentationml/);
  });
});

describe("no type is detected", () => {
  test.each<[string, Buffer]>([
    ["nothing", Buffer.alloc(0)],
    ["a program", Buffer.from("\x7fELF\x02\x01\x01\0\0\0\0", "latin1")],
    ["an image in the container of videos", Buffer.from("\0\0\0\x20ftypheic\0\0\x02\0", "latin1")],
    ["a Matroska video", Buffer.from("\x1aE\xdf\xa3\x93B\x82\x88matroska", "latin1")],
    ["an archive that is not a document", archiveOf("a.txt", "b.txt")],
    ["an archive that only names one part", archiveOf("word/document.xml")],
    ["a document that is cut off", archiveOf("[Content_Types].xml", "word/document.xml").subarray(0, -30)],
    ["UTF-16", Buffer.from("\uFEFFHello", "utf16le")],
    ["Latin-1", Buffer.from("Grüße", "latin1")],
    ["text that ends in an incomplete character", Buffer.from("Grüß").subarray(0, -1)],
    ["text with a zero byte", Buffer.from("abc\0def")],
    ["text that becomes binary later on", Buffer.concat([repeated("text\n", LARGE), Buffer.from([0xff, 0])])],
    [
      "one audio frame's header followed by something else",
      Buffer.from(`\xff\xfb\x90\x64${"x".repeat(600)}`, "latin1"),
    ],
    ["RIFF of another kind", Buffer.from("RIFF\x10\0\0\0AVI LIST", "latin1")],
  ])("from %s", (_, content) => {
    expect(kindOf(content)).toBeUndefined();
  });
});
