import type { LanguageModelV4StreamPart, SharedV4ProviderMetadata } from "@ai-sdk/provider";
import type { DialectEvent } from "#server/dialects/dialect.ts";
import { SIGNED_TEXT, sealSignature, UNSIGNED } from "../signature.ts";
import type { Block, BlockQueue } from "./block-queue.ts";

export type ReasoningEncoder = {
  encode(part: ReasoningPart): DialectEvent[];
  /** Returns a provider's signature of a tool call, as an empty thinking block. */
  sealCall(toolCallId: string, metadata: SharedV4ProviderMetadata | undefined): DialectEvent[];
  /** Does the same for the response's text; returns undefined if the caller did not ask for thinking. */
  sealText(metadata: SharedV4ProviderMetadata): DialectEvent[] | undefined;
};

type ReasoningPart = Extract<
  LanguageModelV4StreamPart,
  { type: "reasoning-start" | "reasoning-delta" | "reasoning-end" }
>;
type Thought = { block?: Block; metadata: SharedV4ProviderMetadata; signed: boolean };

/**
 * Encodes thinking blocks. `isRequested`: the caller asked for thinking; only then may a block contain nothing but our
 * seal.
 */
export function reasoningEncoder(queue: BlockQueue, isRequested: boolean): ReasoningEncoder {
  const thoughts = new Map<string, Thought>();

  function thoughtOf(id: string, metadata: SharedV4ProviderMetadata | undefined): Thought {
    const thought = thoughts.get(id) ?? { metadata: {}, signed: false };
    thoughts.set(id, thought);
    for (const [provider, fields] of Object.entries(metadata ?? {})) {
      thought.metadata[provider] = { ...thought.metadata[provider], ...withoutNull(fields) };
    }
    return thought;
  }

  function openBlock(thought: Thought): DialectEvent[] {
    if (thought.block !== undefined && !thought.block.ended) return [];
    const started = queue.open({ type: "thinking", thinking: "", signature: "" }, true);
    thought.block = started.block;
    return started.events;
  }

  function delta(thought: Thought, thinking: string): DialectEvent[] {
    if (thinking === "") return [];
    const events = openBlock(thought);
    return thought.block ? [...events, ...queue.delta(thought.block, { type: "thinking_delta", thinking })] : events;
  }

  function sign(thought: Thought, signature: string): DialectEvent[] {
    if (thought.signed) return [];
    thought.signed = true;
    const events = openBlock(thought);
    return thought.block ? [...events, ...queue.delta(thought.block, { type: "signature_delta", signature })] : events;
  }

  function end(thought: Thought): DialectEvent[] {
    const isOpen = thought.block !== undefined && !thought.block.ended;
    const signature = sealSignature(thought.metadata) ?? (isOpen ? UNSIGNED : undefined);
    const events = signature !== undefined && (isOpen || isRequested) ? sign(thought, signature) : [];
    return thought.block === undefined ? events : [...events, ...queue.close(thought.block)];
  }

  function encode(part: ReasoningPart): DialectEvent[] {
    const thought = thoughtOf(part.id, part.providerMetadata);
    const { redactedData, signature } = part.providerMetadata?.anthropic ?? {};
    const redacted = typeof redactedData === "string" ? redactedBlock(queue, redactedData) : [];
    const text = part.type === "reasoning-delta" ? delta(thought, part.delta) : [];
    const proof = typeof signature === "string" ? sign(thought, signature) : [];
    if (part.type !== "reasoning-end") return [...redacted, ...text, ...proof];
    thoughts.delete(part.id);
    return [...redacted, ...proof, ...end(thought)];
  }

  function sealCall(toolCallId: string, metadata: SharedV4ProviderMetadata | undefined): DialectEvent[] {
    const signature = isRequested && metadata ? sealSignature(withoutItem(metadata), toolCallId) : undefined;
    if (signature === undefined) return [];
    const thought: Thought = { metadata: {}, signed: false };
    const events = sign(thought, signature);
    return thought.block ? [...events, ...queue.close(thought.block)] : events;
  }

  const sealText = (metadata: SharedV4ProviderMetadata) => (isRequested ? sealCall(SIGNED_TEXT, metadata) : undefined);

  return { encode, sealCall, sealText };
}

function redactedBlock(queue: BlockQueue, data: string): DialectEvent[] {
  const { block, events } = queue.open({ type: "redacted_thinking", data }, true);
  return [...events, ...queue.close(block)];
}

function withoutNull(fields: SharedV4ProviderMetadata[string]): SharedV4ProviderMetadata[string] {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}

/** Removes OpenAI's item id of a call, which refers to storage that the gateway does not use. */
function withoutItem(metadata: SharedV4ProviderMetadata): SharedV4ProviderMetadata {
  return Object.fromEntries(Object.entries(metadata).filter(([provider]) => provider !== "openai"));
}
