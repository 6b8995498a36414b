import type { LanguageModelV4Citation } from "@ai-sdk/provider";
import { textOf } from "#server/dialects/read-field.ts";

/** Returns a citation in this dialect; one from Anthropic is returned unchanged. */
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
  // The neutral form has neither the document's index nor the position of the passage.
  return {
    type: "char_location",
    document_index: 0,
    document_title: source.title,
    start_char_index: 0,
    end_char_index: 0,
    cited_text: citedText ?? "",
    file_id: textOf(source.providerMetadata?.openai?.fileId) ?? null,
  };
}
