import type { RerankRequest } from "#lib/contract/rerank.ts";
import { UpstreamError } from "#server/errors.ts";

type Documents = RerankRequest["documents"];

/** Documents as texts, for a provider that ranks nothing else; one with a picture another provider may take. */
export function plainDocuments(documents: Documents): string[] {
  return documents.map((document) => {
    if (typeof document === "string") return document;
    if (typeof document.image === "string" || typeof document.text !== "string")
      throw new UpstreamError(400, "This provider ranks texts alone", { retryable: true, fault: "model" });
    return document.text;
  });
}

/** What of the documents is neither text nor picture, and so goes nowhere. */
export function documentNotes(documents: Documents): string[] {
  const others = new Set(
    documents.flatMap((document) => (typeof document === "string" ? [] : Object.keys(document)).filter(isOther)),
  );
  return others.size > 0 ? [`documents: ${[...others].slice(0, 10).join(", ")} dropped (no text and no picture)`] : [];
}

function isOther(name: string): boolean {
  return name !== "text" && name !== "image";
}
