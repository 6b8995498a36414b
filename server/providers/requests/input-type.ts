/** The purposes of an input, under vendor-neutral names. */
export type InputRole = "query" | "document" | "classification" | "clustering" | "similarity" | "code-query";

const ROLES: Record<string, InputRole> = {
  query: "query",
  search_query: "query",
  "retrieval.query": "query",
  retrieval_query: "query",
  document: "document",
  passage: "document",
  search_document: "document",
  "retrieval.passage": "document",
  retrieval_document: "document",
  classification: "classification",
  clustering: "clustering",
  separation: "clustering",
  "text-matching": "similarity",
  semantic_similarity: "similarity",
  similarity: "similarity",
  code_retrieval_query: "code-query",
  "code.query": "code-query",
};

/** A vendor's name for an input's purpose, and a note if it has none. */
export type VendorInputType = { word?: string; note?: string };

/**
 * Translates `input_type` to a vendor's name, from any vendor's. An unknown value is passed on to a vendor with an open
 * list (`isOpen`) and dropped for others.
 */
export function vendorInputType(
  inputType: string | null | undefined,
  words: Partial<Record<InputRole, string>>,
  isOpen = true,
): VendorInputType {
  if (!inputType) return {};
  if (Object.values(words).includes(inputType)) return { word: inputType };
  const role = ROLES[inputType.toLowerCase()];
  const word = role ? words[role] : isOpen ? inputType : undefined;
  if (word) return { word };
  return { note: `input_type: dropped (the provider does not support ${inputType.slice(0, 60)})` };
}
