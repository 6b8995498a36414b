import type { LanguageModelV4Source } from "@ai-sdk/provider";
import { block, list } from "../exchange/json.ts";

/**
 * Returns the new sources in the citation metadata of a candidate: Gemini lists `citationSources`, Vertex AI `citations`
 * (https://ai.google.dev/api/generate-content#CitationMetadata). `cited`: the addresses so far.
 */
export function citedSources(metadata: unknown, cited: Set<unknown>): LanguageModelV4Source[] {
  const { citationSources, citations } = block(metadata);
  return [...list(citationSources), ...list(citations)].flatMap((source): LanguageModelV4Source[] => {
    const { uri: url, title } = block(source);
    if (typeof url !== "string" || url === "" || cited.has(url)) return [];
    cited.add(url);
    return [{ type: "source", sourceType: "url", id: url, url, ...(typeof title === "string" && { title }) }];
  });
}
