/** What an input is for, whatever a vendor calls it. */
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

/** A vendor's word for what an input is for, and what to note where there is none. */
export type VendorInputType = { word?: string; note?: string };

/**
 * `input_type` in a vendor's words: a caller who says it in one vendor's words is understood by the others. What is no
 * word of any goes as it is to a vendor whose list is open (`words` has no `only`), and is dropped by the rest.
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
  return { note: `input_type: dropped (the provider knows no ${inputType.slice(0, 60)})` };
}
