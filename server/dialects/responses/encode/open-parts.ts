import type { LanguageModelV4Source } from "@ai-sdk/provider";
import type { Proof } from "#server/dialects/reasoning-proof.ts";
import { DROPPED_SIGNATURE } from "#server/dialects/text-signature.ts";
import { finishItem, type Item, type ItemStatus, type ResponseStream } from "../response-stream.ts";
import { type CallItem, finishCall } from "./call-item.ts";
import { addMessage, addSource, finishMessage, type MessageItem } from "./message-item.ts";
import { addReasoning, finishReasoning, type ReasoningItem } from "./reasoning-item.ts";

/** The unfinished parts of a response, by neutral part id. */
export type OpenParts = {
  texts: Map<string, MessageItem>;
  /** The last ended item. Its final status depends on how the response ends. */
  resting?: Resting;
  /** Sources that arrived before any text. */
  sources: LanguageModelV4Source[];
  /** URLs and ids of the sources sent so far. */
  cited: Set<string>;
  reasonings: Map<string, ReasoningItem>;
  /** Signatures that arrived before the text of their reasoning. */
  proofs: Map<string, Proof>;
  calls: Map<string, CallItem>;
  /** Calls of tools that the gateway runs. */
  serverCalls: Map<string, ServerCallItem>;
  /** Google's signature of the last text. */
  textProof?: Proof;
};

/** A call of a tool that the gateway runs. `input`: its arguments so far. */
export type ServerCallItem = { item: Item; name: string; input: string; output?: string; error?: string };

/** A text's sources may follow its end. */
export type Resting = { message?: MessageItem; finish(status: ItemStatus): void };

export function openParts(): OpenParts {
  return {
    texts: new Map(),
    sources: [],
    cited: new Set(),
    reasonings: new Map(),
    proofs: new Map(),
    calls: new Map(),
    serverCalls: new Map(),
  };
}

/** Finishes the last ended item. `status`: the status of the response; an item followed by another is complete. */
export function finishEndedItem(parts: OpenParts, status: ItemStatus = "completed"): void {
  const { resting } = parts;
  parts.resting = undefined;
  resting?.finish(status);
}

export function holdResting(parts: OpenParts, resting: Resting): void {
  finishEndedItem(parts);
  parts.resting = resting;
}

/** Sends the sources that were waiting for a text. */
export function emitSources(stream: ResponseStream, parts: OpenParts, message: MessageItem): void {
  for (const source of parts.sources.splice(0)) {
    addSource(stream, message, source);
    parts.cited.add(addressOf(source));
  }
}

/** Returns the URL or id of a source. A source often arrives twice: alone, and as the citation of a text. */
export function addressOf(source: LanguageModelV4Source): string {
  return source.sourceType === "url" ? source.url : source.id;
}

/** Sends the sources that arrived after the text, in a new message. */
function sendLateSources(stream: ResponseStream, parts: OpenParts, status: ItemStatus): void {
  parts.sources = parts.sources.filter((source) => !parts.cited.has(addressOf(source)));
  if (parts.sources.length === 0) return;
  const message = addMessage(stream);
  emitSources(stream, parts, message);
  finishMessage(stream, message, status);
}

/** Ends all open parts at the end of the response; `status` is that of the last items. */
export function finishAll(stream: ResponseStream, parts: OpenParts, status: ItemStatus): void {
  finishEndedItem(parts, status);
  for (const reasoning of parts.reasonings.values()) finishReasoning(stream, reasoning, status);
  for (const message of parts.texts.values()) {
    emitSources(stream, parts, message);
    finishMessage(stream, message, status);
  }
  for (const call of parts.calls.values()) finishCall(stream, call, status);
  for (const { item } of parts.serverCalls.values()) if (!item.done) finishItem(stream, item, "incomplete");
  sendLateSources(stream, parts, status);
  sendTextProof(stream, parts);
}

/**
 * Sends the signature of the text, only if the caller asks for encrypted content: other clients may not know an item
 * after the text.
 */
function sendTextProof(stream: ResponseStream, { textProof }: OpenParts): void {
  if (!textProof) return;
  const { include } = stream.context.request;
  if (!Array.isArray(include) || !include.includes("reasoning.encrypted_content")) {
    stream.context.dropped?.(DROPPED_SIGNATURE);
    return;
  }
  const reasoning = addReasoning(stream);
  reasoning.proof = textProof;
  finishReasoning(stream, reasoning, "completed");
}
