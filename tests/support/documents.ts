import { deflateSync } from "node:zlib";
import { zipSync } from "fflate";

type PdfOptions = {
  /** The operators of each page. */
  pages: readonly string[];
  isCompressed?: boolean;
  /** The title, which is stored in UTF-16. */
  title?: string;
  /** The text of an annotation on the first page, in UTF-16. */
  note?: string;
  /** The texts of the glyphs 1, 2 and so on of the font `F2`. */
  glyphs?: string;
  /** The document needs a password. */
  isEncrypted?: boolean;
};

/** Creates a PDF. `F1` is Helvetica. */
export function makePdf({ pages, isCompressed, title, note, glyphs = "", isEncrypted }: PdfOptions): Buffer {
  const objects: Buffer[] = [];
  const add = (body: string | Buffer) => objects.push(Buffer.from(body));
  const stream = (data: string) => {
    const bytes = isCompressed ? deflateSync(data) : Buffer.from(data);
    const filter = isCompressed ? "/Filter/FlateDecode" : "";
    add(
      Buffer.concat([Buffer.from(`<<${filter}/Length ${bytes.length}>>stream\n`), bytes, Buffer.from("\nendstream")]),
    );
    return objects.length;
  };
  add("<</Type/Catalog/Pages 2 0 R>>");
  add("");
  add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  add(`<</Title ${utf16(title ?? "None")}>>`);
  add(`<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents ${utf16(note ?? "None")}>>`);
  add(
    "<</Type/Font/Subtype/CIDFontType2/BaseFont/Own/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000>>",
  );
  const map = stream(toUnicode(glyphs));
  add(`<</Type/Font/Subtype/Type0/BaseFont/Own/Encoding/Identity-H/DescendantFonts[6 0 R]/ToUnicode ${map} 0 R>>`);
  const font = objects.length;
  const kids = pages.map((operators) => {
    const contents = stream(operators);
    const notes = note ? "/Annots[5 0 R]" : "";
    const fonts = `/Resources<</Font<</F1 3 0 R/F2 ${font} 0 R>>>>`;
    add(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${contents} 0 R${notes}${fonts}>>`);
    return `${objects.length} 0 R`;
  });
  objects[1] = Buffer.from(`<</Type/Pages/Kids[${kids.join(" ")}]/Count ${kids.length}>>`);
  const hex = (letter: string) => `<${letter.repeat(64)}>`;
  const encrypt = `/Encrypt<</Filter/Standard/V 1/R 2/O${hex("a")}/U${hex("b")}/P -4>>/ID[<00><00>]`;
  return buildPdf(objects, `/Root 1 0 R/Info 4 0 R${isEncrypted ? encrypt : ""}`);
}

function buildPdf(objects: readonly Buffer[], trailer: string): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n")];
  let length = parts[0]?.length ?? 0;
  const offsets = objects.map((body, index) => {
    const at = length;
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    parts.push(part);
    length += part.length;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  const end = `${table}trailer<</Size ${objects.length + 1}${trailer}>>\nstartxref\n${length}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

function utf16(text: string): string {
  return `<FEFF${Buffer.from(text, "utf16le").swap16().toString("hex")}>`;
}

function toUnicode(glyphs: string): string {
  const lines = [...glyphs].map((letter, index) => {
    const code = Buffer.from(letter, "utf16le").swap16().toString("hex");
    return `<${(index + 1).toString(16).padStart(4, "0")}> <${code}>`;
  });
  const range = "1 begincodespacerange <0000> <ffff> endcodespacerange";
  return `begincmap ${range} ${lines.length} beginbfchar ${lines.join("\n")} endbfchar endcmap`;
}

/** Returns the operators of a page with these words, each piece shown separately. */
export function showOperators(...pieces: readonly string[]): string {
  return `BT /F1 12 Tf 72 720 Td ${pieces.map((piece) => `(${piece}) Tj`).join(" ")} ET`;
}

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** Creates a DOCX file. `paragraphs`: the runs of each; `parts`: further files in it, by name. */
export function makeDocx(
  paragraphs: readonly (readonly string[])[],
  parts: Record<string, string | Uint8Array> = {},
): Buffer {
  const bytes = (part: string | Uint8Array) => (typeof part === "string" ? new TextEncoder().encode(part) : part);
  const files = {
    "[Content_Types].xml": '<?xml version="1.0"?><Types/>',
    "word/document.xml": wordPart("document", paragraphs),
    ...parts,
  };
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, part]) => [name, bytes(part)]))));
}

export function wordPart(element: string, paragraphs: readonly (readonly string[])[]): string {
  const run = (text: string) => `<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = paragraphs.map((runs) => `<w:p>${runs.map(run).join("")}</w:p>`).join("");
  return `<?xml version="1.0" encoding="UTF-8"?><w:${element} ${WORD}><w:body>${body}</w:body></w:${element}>`;
}
