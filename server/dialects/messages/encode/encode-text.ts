import type { LanguageModelV4Citation, LanguageModelV4Source, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { DialectEvent } from "#server/dialects/dialect.ts";
import type { Block, BlockQueue } from "./block-queue.ts";
import { encodeCitation } from "./encode-citation.ts";

export type TextEncoder = {
  encode(part: TextPart): DialectEvent[];
  /** Sends the citations that arrived after the end of their text. */
  finish(): DialectEvent[];
};

type TextPart = Extract<LanguageModelV4StreamPart, { type: "text-delta" | "text-end" | "source" }>;

/** Encodes text blocks. A block opens at its first character, because clients must not send empty blocks back. */
export function textEncoder(queue: BlockQueue): TextEncoder {
  const open = new Map<string, Block>();
  const citedSources = new Set<string>();
  let waiting: LanguageModelV4Citation[] = [];

  function delta(id: string, text: string): DialectEvent[] {
    if (text === "") return [];
    const { block, events } = blockOf(id);
    return [...events, ...queue.delta(block, { type: "text_delta", text })];
  }

  function blockOf(id: string): { block: Block; events: DialectEvent[] } {
    const block = open.get(id);
    if (block !== undefined && !block.ended) return { block, events: [] };
    const started = queue.open({ type: "text", text: "" }, true);
    open.set(id, started.block);
    return started;
  }

  function end(id: string, citations: LanguageModelV4Citation[]): DialectEvent[] {
    waiting.unshift(...citations);
    const block = open.get(id);
    open.delete(id);
    if (block === undefined || block.ended) return [];
    return [...cite(block), ...queue.close(block)];
  }

  /** Adds the citations that were not sent yet. A source often arrives twice: alone, and as the citation of a text. */
  function cite(block: Block): DialectEvent[] {
    const fresh = waiting.filter(({ source, startIndex, citedText }) => {
      const address = addressOf(source);
      const isKnown = startIndex === undefined && citedText === undefined && citedSources.has(address);
      citedSources.add(address);
      return !isKnown;
    });
    waiting = [];
    return fresh.flatMap((citation) =>
      queue.delta(block, { type: "citations_delta", citation: encodeCitation(citation) }),
    );
  }

  function finish(): DialectEvent[] {
    const last = [...open.values()].find((block) => !block.ended);
    if (waiting.length === 0) return [];
    if (last !== undefined) return cite(last);
    if (waiting.every(({ source }) => citedSources.has(addressOf(source)))) return [];
    const { block, events } = queue.open({ type: "text", text: "" }, true);
    return [...events, ...cite(block)];
  }

  function encode(part: TextPart): DialectEvent[] {
    if (part.type === "text-delta") return delta(part.id, part.delta);
    if (part.type === "text-end") return end(part.id, part.citations ?? []);
    waiting.push({ source: part });
    return [];
  }

  return { encode, finish };
}

function addressOf(source: LanguageModelV4Source): string {
  return source.sourceType === "url" ? source.url : source.id;
}
