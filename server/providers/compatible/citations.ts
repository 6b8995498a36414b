import type { LanguageModelV4Citation, LanguageModelV4Source } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";

/** Collects the annotations of a message and returns each new one once. */
export function citationsOf() {
  const sent = new Set<string>();
  const addresses = new Set<string>();
  const waiting: LanguageModelV4Citation[] = [];
  return {
    add(message: Block): void {
      for (const annotation of list(message.annotations)) {
        const citation = citationIn(block(annotation));
        if (!citation) continue;
        const name = `${citation.startIndex} ${citation.endIndex} ${citation.source.id}`;
        if (sent.has(name)) continue;
        sent.add(name);
        addresses.add(citation.source.id);
        waiting.push(citation);
      }
    },
    take: () => waiting.splice(0),
    addresses: (): ReadonlySet<string> => addresses,
  };
}

/** Collects the sources that some providers (Perplexity) list next to the choices and repeat in each chunk. */
export function sourcesOf() {
  const found = new Map<string, LanguageModelV4Source>();
  const seenSources = new Set<string>();
  return {
    add({ citations, search_results: results }: Block): void {
      for (const result of list(results)) addSource(found, block(result).url, block(result).title);
      for (const url of list(citations)) addSource(found, url, undefined);
    },
    /** Returns the new sources that no annotation has named. */
    take(named: ReadonlySet<string>): LanguageModelV4Source[] {
      const fresh = [...found.values()].filter(({ id }) => !named.has(id) && !seenSources.has(id));
      for (const { id } of fresh) seenSources.add(id);
      return fresh;
    },
  };
}

function addSource(found: Map<string, LanguageModelV4Source>, url: unknown, title: unknown): void {
  if (typeof url !== "string" || url === "" || found.has(url)) return;
  found.set(url, sourceAt(url, title));
}

/** Reads an annotation in OpenAI's form, or in the flat form of some servers. */
function citationIn(annotation: Block): LanguageModelV4Citation | undefined {
  if (annotation.type !== "url_citation") return undefined;
  const { url, title, content, start_index, end_index } = { ...annotation, ...block(annotation.url_citation) } as Block;
  if (typeof url !== "string") return undefined;
  return {
    source: sourceAt(url, title),
    ...(typeof start_index === "number" && { startIndex: start_index }),
    ...(typeof end_index === "number" && { endIndex: end_index }),
    ...(typeof content === "string" && { citedText: content }),
  };
}

function sourceAt(url: string, title: unknown): LanguageModelV4Source {
  return { type: "source", sourceType: "url", id: url, url, ...(typeof title === "string" && { title }) };
}
