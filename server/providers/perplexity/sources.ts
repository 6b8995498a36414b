import type { LanguageModelV4Citation } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";

/** Collects what a response cites: its annotations, and the results of its searches that no annotation names. */
export function citedSources() {
  const results = new Map<string, LanguageModelV4Citation>();
  const cited = new Set<string>();
  return {
    /** Adds the results of a search, or the pages that were fetched. */
    addResults(found: unknown): void {
      for (const result of list(found)) {
        const citation = citationOf(block(result), block(result).snippet);
        if (citation && !results.has(citation.source.id)) results.set(citation.source.id, citation);
      }
    },
    /** Returns the citations of a text: its annotations, and all results that nothing has cited yet. */
    take(annotations: unknown): LanguageModelV4Citation[] {
      const own = list(annotations).flatMap((annotation) => annotationOf(block(annotation)) ?? []);
      for (const { source } of own) cited.add(source.id);
      const others = [...results.values()].filter(({ source }) => !cited.has(source.id));
      for (const { source } of others) cited.add(source.id);
      return [...own, ...others];
    },
  };
}

function annotationOf(annotation: Block): LanguageModelV4Citation | undefined {
  const { start_index: startIndex, end_index: endIndex } = annotation;
  const citation = citationOf(annotation, undefined);
  return (
    citation && {
      ...citation,
      ...(typeof startIndex === "number" && { startIndex }),
      ...(typeof endIndex === "number" && { endIndex }),
    }
  );
}

function citationOf({ url, title }: Block, passage: unknown): LanguageModelV4Citation | undefined {
  if (typeof url !== "string" || url === "") return undefined;
  const name = typeof title === "string" && title !== "" ? { title } : {};
  return {
    source: { type: "source", sourceType: "url", id: url, url, ...name },
    ...(typeof passage === "string" && passage !== "" && { citedText: passage }),
  };
}
