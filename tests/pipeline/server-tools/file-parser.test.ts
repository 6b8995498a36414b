import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { Body } from "#server/dialects/dialect.ts";
import { makeDocx, makePdf, showOperators } from "#tests/support/documents.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { type DialectName, post, recordOf } from "../calling.ts";
import { EMAIL, emailRule, guardedKeys } from "../guard/guarding.ts";
import { pipelineOf } from "./asking.ts";

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["openai"] });
const keyFor = guardedKeys(gateway);

const MODEL = "openai/gpt-4o-mini";
const DIALECTS: DialectName[] = ["responses", "messages", "chat"];
const SHOWN = { headers: { "x-openrouter-metadata": "enabled" } };
const sent = () => upstream.requests.at(-1)?.raw.toString() ?? "";

describe("file-parser", () => {
  const DATA: [string, string, () => Uint8Array, RegExp][] = [
    ["a PDF", "report.pdf", () => pdf(["Bread is baked.", "Page two has butter."]), /\[Page 2\]\\nPage two has butter/],
    ["a DOCX", "letter.docx", () => makeDocx([["Dear baker"]]), /Dear baker/],
    ["a PPTX", "talk.pptx", () => presentation("Slide about bread"), /\[Page 1\]\\n.*Slide about bread/],
    ["an XLSX", "prices.xlsx", () => workbook(), /Flour\\t2\.5/],
  ];

  function part(dialect: DialectName, filename: string, base64: string): Body {
    const type = filename.endsWith(".pdf") ? "application/pdf" : "application/zip";
    if (dialect === "chat") return { type: "file", file: { filename, file_data: `data:${type};base64,${base64}` } };
    if (dialect === "responses") return { type: "input_file", filename, file_data: `data:${type};base64,${base64}` };
    return {
      type: "document",
      title: filename,
      source: { type: "base64", media_type: "application/pdf", data: base64 },
    };
  }

  function asking(dialect: DialectName, filename: string, base64: string, more: Body = {}): Body {
    const content = [part(dialect, filename, base64)];
    const turn = { role: "user", content };
    const field = dialect === "responses" ? "input" : "messages";
    return { model: MODEL, [field]: [turn], plugins: [{ id: "file-parser", ...more }] };
  }

  describe.each(DIALECTS)("in %s", (dialect) => {
    test.each(DATA)("%s is sent as text", async (_, filename, make, expected) => {
      const base64 = Buffer.from(make()).toString("base64");
      const { status, headers, text } = await post(gateway, dialect, asking(dialect, filename, base64), SHOWN);
      expect(status).toBe(200);
      expect(sent()).toMatch(expected);
      expect(sent()).toContain(`[File ${filename}]`);
      expect(sent()).not.toContain(base64.slice(0, 60));
      expect(pipelineOf(text)[0]).toMatchObject({ name: "file-parser", type: "plugin" });
      expect((await recordOf(gateway, headers)).notes.join()).toContain(filename);
    });
  });

  test("the same bytes are parsed once", async () => {
    const base64 = Buffer.from(pdf(["Only once."])).toString("base64");
    const summaries = [];
    for (const name of ["one.pdf", "two.pdf"]) {
      const { text } = await post(gateway, "chat", asking("chat", name, base64), SHOWN);
      summaries.push(pipelineOf(text)[0].summary);
    }
    expect(summaries).toEqual(["one.pdf: 1 pages", "two.pdf: 1 pages, reused"]);
  });

  test("the engine `native` leaves PDFs to the provider, and a broken file is unchanged", async () => {
    const base64 = Buffer.from(pdf(["Native."])).toString("base64");
    await post(gateway, "chat", asking("chat", "a.pdf", base64, { pdf: { engine: "native" } }));
    expect(sent()).toContain(base64.slice(0, 60));
    const broken = Buffer.from("%PDF-1.7 broken").toString("base64");
    const { text } = await post(gateway, "chat", asking("chat", "b.pdf", broken), SHOWN);
    expect(sent()).toContain(broken);
    expect(pipelineOf(text)[0].summary).toContain("sent unchanged");
  });

  test("a guardrail reads and redacts the text", async () => {
    const key = await keyFor(emailRule("redact"));
    const base64 = Buffer.from(pdf([`Write to ${EMAIL}`])).toString("base64");
    const { status } = await post(gateway, "chat", asking("chat", "a.pdf", base64), { key });
    expect(status).toBe(200);
    expect(sent()).toContain("[EMAIL_");
    expect(sent()).not.toContain(EMAIL);
  });
});

function presentation(text: string): Uint8Array {
  const slide = `<p:sld><p:cSld><p:spTree><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:spTree></p:cSld></p:sld>`;
  return zipSync({ "[Content_Types].xml": strToU8("<Types/>"), "ppt/slides/slide1.xml": strToU8(slide) });
}

function workbook(): Uint8Array {
  const strings = "<sst><si><t>Flour</t></si></sst>";
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>2.5</v></c></row></sheetData></worksheet>';
  return zipSync({
    "[Content_Types].xml": strToU8("<Types/>"),
    "xl/sharedStrings.xml": strToU8(strings),
    "xl/worksheets/sheet1.xml": strToU8(sheet),
  });
}

function pdf(pages: readonly string[]): Uint8Array {
  return makePdf({ pages: pages.map((page) => showOperators(page)) });
}
