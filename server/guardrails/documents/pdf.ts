import { getDocumentProxy } from "unpdf";
import { threadCpuMs } from "../patterns/clock.ts";
import type { DocumentText } from "./document-text.ts";
import { documentLimits } from "./limits.ts";

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
type Page = Awaited<ReturnType<Pdf["getPage"]>>;

/**
 * Reads the text of a PDF: pages, annotations, form fields and metadata. A page without text, such as a scanned one,
 * and attachments make it incomplete. Rejects if the file is broken or needs a password.
 */
export async function readPdf(data: Uint8Array): Promise<DocumentText> {
  const pdf = await getDocumentProxy(data, {
    disableFontFace: true,
    useSystemFonts: false,
    useWasm: false,
    verbosity: 0,
  });
  try {
    return await readAll(pdf);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function readAll(pdf: Pdf): Promise<DocumentText> {
  // Stops early: partial text is better than a terminated thread.
  const untilMs = threadCpuMs() + documentLimits.cpuMs / 2;
  const texts = [await aboutFile(pdf)].filter((one) => one !== "");
  const pageStarts: number[] = [];
  let start = texts.length > 0 ? (texts[0] as string).length + 1 : 0;
  let length = 0;
  let isWhole = !(await pdf.getAttachments()) && pdf.numPages <= documentLimits.pagesMax;
  for (let number = 1; number <= Math.min(pdf.numPages, documentLimits.pagesMax); number += 1) {
    const page = await pdf.getPage(number);
    const text = await pageText(page);
    const notes = await notesOf(page);
    page.cleanup();
    if (text.trim() === "") isWhole = false;
    pageStarts.push(start);
    const found = [text, ...notes].filter((one) => one !== "");
    texts.push(...found);
    start += found.reduce((sum, one) => sum + one.length + 1, 0);
    length += text.length + notes.join("").length;
    if (length > documentLimits.textMax || threadCpuMs() > untilMs)
      return { text: joinTexts(texts), isWhole: false, pageStarts };
  }
  return { text: joinTexts(texts), isWhole, pageStarts };
}

function joinTexts(texts: readonly string[]): string {
  return texts.join("\n").slice(0, documentLimits.textMax);
}

async function pageText(page: Page): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : "")).join("");
}

/** Reads annotations, links and the values of form fields. */
async function notesOf(page: Page): Promise<string[]> {
  const notes: Record<string, unknown>[] = await page.getAnnotations();
  return notes.flatMap((note) =>
    stringsOf([note.contentsObj, note.titleObj, note.fieldValue, note.url, note.unsafeUrl]),
  );
}

async function aboutFile(pdf: Pdf): Promise<string> {
  const { info } = await pdf.getMetadata();
  const outline = (await pdf.getOutline()) ?? [];
  return stringsOf([info, outline]).join("\n");
}

const DEEPEST = 8;

function stringsOf(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value !== "object" || value === null || depth > DEEPEST || ArrayBuffer.isView(value)) return [];
  return Object.values(value).flatMap((inner) => stringsOf(inner, depth + 1));
}
