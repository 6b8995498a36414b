import { deflateSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { documentLimits } from "#server/guardrails/documents/limits.ts";
import { readDocuments } from "#server/guardrails/documents/read-documents.ts";
import { makeDocx, makePdf, showOperators, wordPart } from "#tests/support/documents.ts";

const limits = { ...documentLimits };
afterEach(() => {
  Object.assign(documentLimits, limits);
});

async function read(kind: "pdf" | "zip", file: Buffer) {
  const [text] = await readDocuments([{ kind, base64: file.toString("base64") }]);
  return text;
}

describe("the text of a PDF", () => {
  test.each([
    ["as it is", false],
    ["compressed", true],
  ])("is extracted (%s) however its words are split", async (_, isCompressed) => {
    const pdf = makePdf({
      pages: [showOperators("Write to ana.sil", "va@exam", "ple.com"), showOperators("Page two")],
      isCompressed,
    });
    const one = await read("pdf", pdf);
    expect(one?.text).toContain("Write to ana.silva@example.com");
    expect(one?.text).toContain("Page two");
    expect(one?.isWhole).toBe(true);
  });

  test("is extracted in other scripts, from notes and from the file's metadata", async () => {
    const page = "BT /F2 12 Tf 72 720 Td <000100020003> Tj ET";
    const pdf = makePdf({ pages: [page], glyphs: "王小明", title: "Zoë Ω", note: "Ask 田中" });
    const text = (await read("pdf", pdf))?.text;
    expect(text).toContain("王小明");
    expect(text).toContain("Zoë Ω");
    expect(text).toContain("Ask 田中");
  });

  test("is incomplete if a page has no text, as in a scan", async () => {
    const pdf = makePdf({ pages: [showOperators("Hello"), "0 0 9 9 re f"] });
    expect(await read("pdf", pdf)).toMatchObject({ text: expect.stringContaining("Hello"), isWhole: false });
  });

  test("cannot be extracted if the file needs a password or is broken", async () => {
    expect(await read("pdf", makePdf({ pages: [showOperators("Hello")], isEncrypted: true }))).toBeUndefined();
    expect(await read("pdf", makePdf({ pages: [showOperators("Hello")] }).subarray(0, 100))).toBeUndefined();
    expect(await read("pdf", Buffer.from("%PDF-1.4\nno PDF"))).toBeUndefined();
  });

  test("is extracted up to the limits from a file of ten thousand pages", async () => {
    // There is also a time limit, which a busy machine reaches first.
    Object.assign(documentLimits, { cpuMs: 60_000, waitMs: 60_000 });
    const pdf = makePdf({ pages: Array.from({ length: 10_000 }, (_, index) => showOperators(`Page ${index}.`)) });
    const one = await read("pdf", pdf);
    expect(one?.isWhole).toBe(false);
    expect(one?.text).toContain("Page 0.");
    expect(one?.text).not.toContain("Page 9999.");
  }, 60_000);
});

describe("the text of a DOCX file", () => {
  test("is extracted with headers, footers, notes, comments and links, however its words are split", async () => {
    const docx = makeDocx([["Write to ana.sil", "va@exam", "ple.com"], ["Tom &amp; J&#233;r&#xf4;me"]], {
      "word/header1.xml": wordPart("hdr", [["In the header"]]),
      "word/footer1.xml": wordPart("ftr", [["In the footer"]]),
      "word/footnotes.xml": wordPart("footnotes", [["In a footnote"]]),
      "word/comments.xml": wordPart("comments", [["In a comment, 王小明"]]),
      "word/_rels/document.xml.rels":
        '<Relationships><Relationship Id="r1" TargetMode="External" Target="mailto:bob@example.org"/></Relationships>',
      "docProps/core.xml": Buffer.from("\ufeff<c:p xmlns:c='c'><c:creator>Zoë Ω</c:creator></c:p>", "utf16le"),
    });
    const one = await read("zip", docx);
    for (const part of ["Write to ana.silva@example.com\n", "Tom & Jérôme", "the header", "the footer", "a footnote"])
      expect(one?.text).toContain(part);
    for (const part of ["In a comment, 王小明", "mailto:bob@example.org", "Zoë Ω"]) expect(one?.text).toContain(part);
    expect(one?.isWhole).toBe(true);
  });

  test("is incomplete if the file contains images or other files", async () => {
    const docx = makeDocx([["Hello"]], { "word/media/image1.png": new Uint8Array(10) });
    expect(await read("zip", docx)).toMatchObject({ text: expect.stringContaining("Hello"), isWhole: false });
  });

  test("cannot be extracted if the file is broken, another kind of zip or has duplicate parts", async () => {
    const docx = makeDocx([["Hello"]]);
    expect(await read("zip", docx.subarray(0, docx.length - 60))).toBeUndefined();
    expect(
      await read("zip", Buffer.from(docx.toString("latin1").replaceAll("word/document", "word/dokument"), "latin1")),
    ).toBeUndefined();
    const twice = makeDocx([["Hello"]], { "word/dokument.xml": "<w:document/>" });
    expect(
      await read("zip", Buffer.from(twice.toString("latin1").replaceAll("dokument", "document"), "latin1")),
    ).toBeUndefined();
  });
});

describe("a decompression bomb", () => {
  test("in a DOCX file is not unpacked, whatever size it declares", async () => {
    const bomb = makeDocx([], { "word/document.xml": new Uint8Array(60_000_000) });
    expect(await read("zip", bomb)).toBeUndefined();
    const size = Buffer.alloc(4);
    size.writeUInt32LE(60_000_000);
    const small = Buffer.from("01000000", "hex");
    const lying = Buffer.from(
      bomb.toString("latin1").replaceAll(size.toString("latin1"), small.toString("latin1")),
      "latin1",
    );
    expect((await read("zip", lying))?.text.length ?? 0).toBeLessThan(10);
  }, 30_000);

  test("in a PDF stops only its own thread, and the next document is read", async () => {
    Object.assign(documentLimits, { memoryBytes: 150_000_000 });
    const plain = makePdf({ pages: ["XXXX"] }).toString("latin1");
    const bomb = deflateSync(Buffer.alloc(400_000_000, 32)).toString("latin1");
    const pdf = plain.replace(
      "<</Length 4>>stream\nXXXX",
      () => `<</Filter/FlateDecode/Length ${bomb.length}>>stream\n${bomb}`,
    );
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 5);
    expect(await read("pdf", Buffer.from(pdf, "latin1"))).toBeUndefined();
    clearInterval(timer);
    // Unpacking on this thread would leave it no turn.
    expect(turns).toBeGreaterThan(5);
    Object.assign(documentLimits, limits);
    expect((await read("pdf", makePdf({ pages: [showOperators("Hello")] })))?.text).toContain("Hello");
  }, 60_000);

  test("is stopped at the time limit", async () => {
    Object.assign(documentLimits, { cpuMs: 1 });
    const pdf = makePdf({ pages: Array.from({ length: 3_000 }, () => showOperators("Some words on a page.")) });
    expect(await read("pdf", pdf)).toBeUndefined();
  }, 30_000);
});
