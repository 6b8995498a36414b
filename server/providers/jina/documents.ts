import type { RerankRequest } from "#lib/contract/rerank.ts";
import { UpstreamError } from "#server/errors.ts";

const DATA_URL = /^data:[^,]{0,200};base64,/i;

/** Returns documents in Jina's form: each a text or an image, never both. */
export function jinaDocuments(documents: RerankRequest["documents"]): unknown[] {
  return documents.map((document) => {
    if (typeof document === "string") return document;
    const { text, image } = document;
    if (typeof image !== "string") return { text };
    if (typeof text === "string")
      throw new UpstreamError(400, "This provider ranks documents with text or an image, not both", {
        retryable: true,
        fault: "model",
      });
    return { image: pictureOf(image) };
  });
}

/** Returns an image for Jina: URLs unchanged, bytes as bare base64. */
export function pictureOf(url: string): string {
  const head = DATA_URL.exec(url.slice(0, 300))?.[0];
  return head ? url.slice(head.length) : url;
}
