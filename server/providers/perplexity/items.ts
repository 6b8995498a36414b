import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type Block, block, list } from "../exchange/json.ts";
import type { Note } from "../upstream.ts";
import { citedSources } from "./sources.ts";

type Part = LanguageModelV4StreamPart;

/**
 * Returns a reader for the items of a response: texts, calls of functions, and the results of searches as what the texts
 * cite. `note` gets the kinds of all other items.
 */
export function itemReader(note: Note) {
  const sources = citedSources();
  /** The text so far of each part of a message, by the message's id and the part's index. */
  const texts = new Map<string, string>();
  const finished = new Set<unknown>();
  let hasCalls = false;

  const say = (id: string, delta: string): Part[] => {
    if (delta === "") return [];
    const before = texts.get(id);
    texts.set(id, (before ?? "") + delta);
    return [...(before === undefined ? [{ type: "text-start" as const, id }] : []), { type: "text-delta", id, delta }];
  };

  const endText = (id: string, annotations: unknown): Part[] => {
    if (!texts.delete(id)) return [];
    const citations = sources.take(annotations);
    return [{ type: "text-end", id, ...(citations.length > 0 && { citations }) }];
  };

  const finishMessage = (item: Block): Part[] =>
    list(item.content).flatMap((value, index) => {
      const { type, text, annotations } = block(value);
      if (type !== "output_text") note(`${type} part`);
      const id = `${item.id} ${index}`;
      const sent = texts.get(id) ?? "";
      const isLonger = typeof text === "string" && text.startsWith(sent);
      return [...say(id, isLonger ? text.slice(sent.length) : ""), ...endText(id, annotations)];
    });

  const finishCall = (item: Block): Part[] => {
    hasCalls = true;
    if (item.thought_signature) note("function_call thought_signature");
    const id = String(item.call_id);
    const toolName = String(item.name);
    const input = typeof item.arguments === "string" && item.arguments !== "" ? item.arguments : "{}";
    return [
      { type: "tool-input-start", id, toolName },
      { type: "tool-input-delta", id, delta: input },
      { type: "tool-input-end", id },
      { type: "tool-call", toolCallId: id, toolName, input },
    ];
  };

  const finish = (item: Block): Part[] => {
    const id = item.call_id ?? item.id;
    if (id !== undefined && finished.has(id)) return [];
    finished.add(id);
    switch (item.type) {
      case "message":
        return finishMessage(item);
      case "function_call":
        return finishCall(item);
      case "search_results":
        sources.addResults(item.results);
        return [];
      case "fetch_url_results":
        sources.addResults(item.contents);
        return [];
      default:
        note(String(item.type));
        return [];
    }
  };

  return {
    /** Returns the parts of one event of a stream. */
    read(event: Block): Part[] {
      switch (event.type) {
        case "response.output_text.delta":
          return say(
            `${event.item_id} ${event.content_index ?? 0}`,
            typeof event.delta === "string" ? event.delta : "",
          );
        case "response.output_item.done":
          return finish(block(event.item));
        case "response.reasoning.search_results":
          sources.addResults(event.results);
          return [];
        case "response.reasoning.fetch_url_results":
          sources.addResults(event.contents);
          return [];
        default:
          return [];
      }
    },
    /** Returns the parts of a finished item; none if they were returned before. */
    finish,
    /** Returns the ends of texts that have none, and the sources that no text cites. */
    end(): Part[] {
      const ends = [...texts.keys()].flatMap((id) => endText(id, undefined));
      return [...ends, ...sources.take(undefined).map(({ source }) => source)];
    },
    hasCalls: () => hasCalls,
  };
}
