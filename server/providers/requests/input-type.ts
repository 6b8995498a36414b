/** The purposes of an input, under provider-neutral names. */
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

/** A provider's name for an input's purpose, and a note if it has none. */
export type ProviderInputType = { word?: string; note?: string };

/**
 * Translates `input_type` to a provider's name, from any provider's. An unknown value is passed on to a provider with
 * an open list (`isOpen`) and dropped for others.
 */
export function providerInputType(
  inputType: string | null | undefined,
  words: Partial<Record<InputRole, string>>,
  isOpen = true,
): ProviderInputType {
  if (!inputType) return {};
  if (Object.values(words).includes(inputType)) return { word: inputType };
  const role = ROLES[inputType.toLowerCase()];
  const word = role ? words[role] : isOpen ? inputType : undefined;
  if (word) return { word };
  return { note: `input_type: dropped (the provider does not support ${inputType.slice(0, 60)})` };
}
