import type { LanguageModelV4Citation } from "@ai-sdk/provider";

/** A citation in the dialect's words; one that came from Anthropic is given back as it was. */
export function encodeCitation({ source, citedText }: LanguageModelV4Citation): Record<string, unknown> {
  const original = source.providerMetadata?.anthropic;
  if (typeof original?.type === "string") return original;
  if (source.sourceType === "url") {
    return {
      type: "web_search_result_location",
      url: source.url,
      title: source.title ?? null,
      cited_text: citedText ?? "",
      encrypted_index: "",
    };
  }
  // The neutral form knows neither the document's place in the request nor the passage's place in it.
  return {
    type: "char_location",
    document_index: 0,
    document_title: source.title,
    start_char_index: 0,
    end_char_index: 0,
    cited_text: citedText ?? "",
    file_id: null,
  };
}
