import type { Body } from "#server/dialects/dialect.ts";

/** Converts all references to one format: a plain address becomes an image reference. */
export function withReferences(body: Body): Body {
  const { input_references: references } = body;
  if (!Array.isArray(references)) return body;
  const inForm = references.map((reference: unknown) =>
    typeof reference === "string" ? { type: "image_url", image_url: { url: reference } } : reference,
  );
  return { ...body, input_references: inForm };
}
