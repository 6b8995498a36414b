import { hash } from "node:crypto";
import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { textOf } from "#server/dialects/read-field.ts";
import type { DocumentText } from "#server/guardrails/documents/document-text.ts";
import { readDocuments } from "#server/guardrails/documents/read-documents.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";
import type { StopSignal } from "#server/stop-signal.ts";
import { createTextCache } from "./file-texts.ts";
import type { PluginNote } from "./plugin-note.ts";

/** A file in a request. `text`: the type of a text part in its dialect. */
type FilePart = { name: string; base64: string; kind: "pdf" | "office"; text: "text" | "input_text" };

const cache = createTextCache();

/**
 * Replaces PDF and office files in a request with their text, with page marks. A file without text is left unchanged.
 * The text is reused for the same bytes.
 */
export async function parseFiles(body: Body, { pdf }: Body, notes: PluginNote[], signal: StopSignal): Promise<Body> {
  const engine = isRecord(pdf) ? textOf(pdf.engine) : undefined;
  const parts = new Map<Body, FilePart>();
  visit(body, (part) => {
    const file = filePart(part);
    if (file && !(file.kind === "pdf" && engine === "native")) parts.set(part, file);
    return part;
  });
  if (parts.size === 0) return body;
  const texts = new Map<Body, string>();
  const said: string[] =
    engine === "mistral-ocr" ? ["mistral-ocr is not available, so pages without text are not read"] : [];
  for (const [part, file] of parts) {
    const key = hash("sha256", file.base64, "hex");
    const known = cache.get(key);
    const read = known ?? (await readDocuments([{ kind: file.kind, base64: file.base64 }], signal))[0];
    if (read?.text.trim()) {
      cache.set(key, read);
      texts.set(part, markPages(file.name, read));
    }
    said.push(
      `${file.name}: ${read?.text.trim() ? wordsFor(read, known !== undefined) : "no text found, sent unchanged"}`,
    );
  }
  notes.push({ name: "file-parser", type: "plugin", summary: said.join("; ") });
  const replace = (part: Body): Body => {
    const text = texts.get(part);
    return text === undefined ? part : { type: parts.get(part)?.text, text };
  };
  return texts.size === 0 ? body : withNumbersOf(body, visit(body, replace) as Body);
}

function wordsFor({ pageStarts, isWhole }: DocumentText, isKnown: boolean): string {
  const pages = pageStarts ? `${pageStarts.length} pages` : "read";
  return [pages, ...(isWhole ? [] : ["parts without text omitted"]), ...(isKnown ? ["reused"] : [])].join(", ");
}

/** Returns the text between marks that tell the model where it begins and ends. */
function markPages(name: string, { text, pageStarts = [] }: DocumentText): string {
  const pages = pageStarts.map((start, index) => `[Page ${index + 1}]\n${text.slice(start, pageStarts[index + 1])}`);
  const before = text.slice(0, pageStarts[0]);
  return `[File ${name}]\n${pages.length > 0 ? [before, ...pages].filter(Boolean).join("\n") : text}\n[End of file ${name}]`;
}

/** Returns a file part of any dialect, if its bytes are those of a PDF or an office file. */
function filePart(part: Body): FilePart | undefined {
  const { type } = part;
  if (type === "file" && isRecord(part.file)) return fileOf(part.file.filename, part.file.file_data, "text");
  if (type === "input_file") return fileOf(part.filename, part.file_data, "input_text");
  if (type === "document" && isRecord(part.source) && part.source.type === "base64") {
    return fileOf(part.title, part.source.data, "text");
  }
  return undefined;
}

const DATA_URL = /^data:[^,]{0,200};base64,/i;
const KINDS = [
  ["JVBERi", "pdf"],
  ["UEsDB", "office"],
] as const;

function fileOf(name: unknown, data: unknown, text: FilePart["text"]): FilePart | undefined {
  if (typeof data !== "string") return undefined;
  const base64 = data.slice(DATA_URL.exec(data.slice(0, 300))?.[0].length ?? 0);
  const kind = KINDS.find(([beginning]) => base64.startsWith(beginning))?.[1];
  return kind && { name: textOf(name) || "unnamed", base64, kind, text };
}

const PLACES = ["messages", "input", "content"];

/** Returns the value with `change` applied to each part of a message; unchanged parts are shared. */
function visit(value: unknown, change: (part: Body) => Body): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => visit(item, change));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (!isRecord(value)) return value;
  let visited = change(value);
  for (const place of PLACES) {
    if (typeof value[place] !== "object") continue;
    const inner = visit(value[place], change);
    if (inner !== value[place]) visited = { ...visited, [place]: inner };
  }
  return visited;
}
