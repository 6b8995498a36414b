import type { Body } from "#server/dialects/dialect.ts";

/** Converts all references to one format: a plain address becomes an image reference. */
export function withReferences(body: Body): Body {
  const { input_references: references, mask } = body;
  if (!Array.isArray(references)) return body;
  return { ...body, input_references: references.map(inForm), ...(mask !== undefined && { mask: inForm(mask) }) };
}

function inForm(reference: unknown): unknown {
  return typeof reference === "string" ? { type: "image_url", image_url: { url: reference } } : reference;
}
