import type { Fault } from "../fault.ts";
import { type Ask, lastUserText, toolResults } from "./ask.ts";
import { sampleOf } from "./sample.ts";
import { tokensOf } from "./usage.ts";

/** `filter`: stopped by the provider's safety system. `pause`: an unfinished turn of server tools (Anthropic). */
export type TextFinish = "stop" | "length" | "tool" | "filter" | "pause";

/** `isCustom`: a call of OpenAI's custom tools, whose input is the text `arguments`. */
export type AnswerCall = { name: string; arguments: unknown; id?: string; namespace?: string; isCustom?: boolean };

export type TextAnswer = {
  /** Empty: no reasoning block. */
  thinking: string;
  text: string;
  toolCalls: AnswerCall[];
  finish: TextFinish;
  /** The stop sequence that ended the text. */
  stopSequence: string | null;
  /** A web search that the provider ran itself, cited in the text. */
  search: { query: string; url: string; title: string; quote: string } | null;
  /** Quotes from documents in the request. */
  citations: { documentIndex: number; title: string | null; quote: string }[];
};

/**
 * Returns the response if nothing is scripted: "You said: ..." with the last user text; "The tool said: ..." after tool
 * results; a call of the first tool if the user says "use the tool" (of all tools: "use the tools") or the request
 * forces one; a web search if the request allows it and the user says "search"; JSON if the request has a schema.
 */
export function answerTo(ask: Ask, fault: Fault): TextAnswer {
  const answer = {
    thinking: ask.wantsThinking ? `Thinking about: ${lastUserText(ask)}` : "",
    text: textFor(ask, fault),
    toolCalls: toolCallsFor(ask),
    finish: "stop" as TextFinish,
    stopSequence: null,
    search: ask.canSearch && lastUserText(ask).includes("search") ? searchFor(lastUserText(ask)) : null,
    citations: ask.citedDocuments.map(({ title, text }, documentIndex) => ({
      documentIndex,
      title,
      quote: text.slice(0, 40),
    })),
  };
  if (answer.toolCalls.length > 0) return { ...answer, text: "", finish: "tool" };
  return applyBounds(answer, ask);
}

function textFor(ask: Ask, fault: Fault): string {
  if (fault.replyWords) return Array.from({ length: fault.replyWords }, (_, index) => `word${index}`).join(" ");
  if (fault.replyBytes) return "All work and no play. ".repeat(Math.ceil(fault.replyBytes / 22));
  const results = toolResults(ask);
  if (ask.schema !== undefined) return JSON.stringify(structuredContent(ask));
  return results.length > 0 ? `The tool said: ${results.join("; ")}` : `You said: ${lastUserText(ask)}`;
}

function structuredContent(ask: Ask): unknown {
  const sample = sampleOf(ask.schema);
  return typeof sample === "object" && Object.keys(sample ?? {}).length === 0 ? { said: lastUserText(ask) } : sample;
}

function toolCallsFor(ask: Ask): TextAnswer["toolCalls"] {
  if (ask.toolChoice === "none" || toolResults(ask).length > 0) return [];
  const { toolChoice } = ask;
  const tools = typeof toolChoice === "object" ? ask.tools.filter((tool) => tool.name === toolChoice.name) : ask.tools;
  const lastText = lastUserText(ask);
  if (toolChoice === "auto" && !lastText.includes("use the tool")) return [];
  const chosen = lastText.includes("use the tools") ? tools : tools.slice(0, 1);
  return chosen.map(({ name, schema }) => ({ name, arguments: sampleOf(schema) }));
}

function searchFor(query: string): TextAnswer["search"] {
  return { query, url: "https://example.com/found", title: "What was found", quote: `Found: ${query}` };
}

function applyBounds(answer: TextAnswer, ask: Ask): TextAnswer {
  const stop = ask.stopSequences.find((sequence) => sequence !== "" && answer.text.includes(sequence));
  if (stop) return { ...answer, text: answer.text.slice(0, answer.text.indexOf(stop)), stopSequence: stop };
  const remaining = (ask.maxOutputTokens ?? Number.POSITIVE_INFINITY) - tokensOf(answer.thinking);
  if (tokensOf(answer.text) <= remaining) return answer;
  return { ...answer, text: answer.text.slice(0, Math.max(0, remaining) * 4), finish: "length" };
}
