import type { RerankRequest } from "#lib/contract/rerank.ts";
import { UpstreamError } from "#server/errors.ts";

type Documents = RerankRequest["documents"];

/**
 * Returns documents as texts, for a provider that ranks only texts. Throws for an image, which another provider may
 * accept.
 */
export function plainDocuments(documents: Documents): string[] {
  return documents.map((document) => {
    if (typeof document === "string") return document;
    if (typeof document.image === "string" || typeof document.text !== "string")
      throw new UpstreamError(400, "This provider ranks only text", { retryable: true, fault: "model" });
    return document.text;
  });
}

/** Returns notes on the dropped document fields, which are neither text nor image. */
export function documentNotes(documents: Documents): string[] {
  const others = new Set(
    documents.flatMap((document) => (typeof document === "string" ? [] : Object.keys(document)).filter(isOther)),
  );
  return others.size > 0 ? [`documents: ${[...others].slice(0, 10).join(", ")} dropped (neither text nor image)`] : [];
}

function isOther(name: string): boolean {
  return name !== "text" && name !== "image";
}
