import type { RerankRequest } from "#lib/contract/rerank.ts";
import { isRecord } from "#lib/is-record.ts";
import type { Body, TextSlot } from "#server/dialects/dialect.ts";
import { leavesAt, slotAt } from "#server/dialects/text-slots.ts";

type Documents = RerankRequest["documents"];

/** Returns every text of a rerank body; images cannot be read. */
export function documentTexts(body: Body): { slots: TextSlot[]; unreadable: string[] } {
  const { documents } = body as { documents: unknown[] };
  return {
    slots: [
      ...slotAt(body, "query", "query", "user"),
      ...documents.flatMap((_, index) => leavesAt(documents, index, `documents[${index}]`, "user", PICTURES)),
    ],
    unreadable: documents.flatMap((document, index) => unreadableIn(document, `documents[${index}].image`)),
  };
}

const PICTURES: ReadonlySet<string> = new Set(["image"]);

function unreadableIn(document: unknown, path: string): string[] {
  if (!isRecord(document) || typeof document.image !== "string") return [];
  const kind = /^data:([^;,]*)/i.exec(document.image.slice(0, 100))?.[1] ?? "address";
  return [`${path} (${kind})`];
}

/** Counts the documents with an image. */
export function imagesOf(documents: Documents): number {
  return documents.filter((document) => typeof document === "object" && typeof document.image === "string").length;
}

/** Returns the text of each document; empty for one that is only an image. */
export function textsOf(documents: Documents): string[] {
  return documents.map((document) => (typeof document === "string" ? document : (document.text ?? "")));
}
