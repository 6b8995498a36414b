import type { MediaRequest } from "../media/media-request.ts";
import { newId } from "../new-id.ts";
import { type Json, numberOf, recordsOf, textOf } from "../read-json.ts";

/** A document being edited; its id preserves its field when it moves. */
export type Document = { id: string; text: string };

/** The form. `topN` null returns all documents. */
export type RerankForm = { query: string; documents: readonly Document[]; topN: number | null };

export const MOST_DOCUMENTS = 100;

export function newDocument(text = ""): Document {
  return { id: newId(), text };
}

export function readForm(kept: Json): RerankForm {
  const documents = recordsOf(kept.documents).map(({ text }) => newDocument(textOf(text)));
  return {
    query: textOf(kept.query),
    documents: documents.length > 0 ? documents : [newDocument(), newDocument()],
    topN: numberOf(kept.topN) ?? null,
  };
}

/** Returns the texts to rank: non-empty documents. */
export function textsOf({ documents }: RerankForm): string[] {
  return documents.map(({ text }) => text.trim()).filter(Boolean);
}

export function rerankBody(model: string, form: RerankForm): Json {
  const { query, topN } = form;
  return { model, query: query.trim(), documents: textsOf(form), ...(topN !== null && { top_n: topN }) };
}

/** Returns the request as code to copy; the OpenAI packages have no such method. */
export function rerankRequest(model: string, form: RerankForm): MediaRequest {
  return { path: "/rerank", body: rerankBody(model, form) };
}

export function topProblem({ topN }: RerankForm): string | undefined {
  if (topN === null || (Number.isSafeInteger(topN) && topN >= 1)) return undefined;
  return "Enter a whole number of at least 1.";
}

/** Returns what must be fixed before sending. */
export function problemOf(form: RerankForm): string | undefined {
  const count = textsOf(form).length;
  if (form.query.trim() === "") return "Enter a query.";
  if (count === 0) return "Enter at least one document.";
  if (count > MOST_DOCUMENTS) return `Enter at most ${MOST_DOCUMENTS} documents (now ${count}).`;
  const wrong = topProblem(form);
  return wrong && `Settings, top N: ${wrong}`;
}

/** Returns the documents with one moved to another position. */
export function moveDocument(documents: readonly Document[], id: string, to: number): readonly Document[] {
  const one = documents.find((document) => document.id === id);
  if (!one || to < 0 || to >= documents.length) return documents;
  const others = documents.filter((document) => document !== one);
  return [...others.slice(0, to), one, ...others.slice(to)];
}

/** Returns the documents with a text inserted: a text with several lines becomes one document per line. */
export function withLines(documents: readonly Document[], place: number, text: string): readonly Document[] {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
  return [...documents.slice(0, place), ...lines.map((line) => newDocument(line)), ...documents.slice(place + 1)];
}
