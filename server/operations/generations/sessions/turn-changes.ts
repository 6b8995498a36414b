import type { z } from "zod";
import { MAX_ADDED, MAX_ADDED_CHARACTERS, type SessionTurn } from "#lib/contract/generation-sessions.ts";
import { isRecord } from "#lib/is-record.ts";
import { isSameMessage } from "./same-message.ts";

/** The messages of a stored request; the system prompt, if any, is the first. */
export type Conversation = { id: string; messages: readonly unknown[] };

type Changes = NonNullable<z.output<typeof SessionTurn>["changes"]>;

/**
 * Returns what a request adds to the earlier one that it repeats most of. An agent's session has several conversations:
 * its own, those of subagents, titles. `earlier`: oldest first.
 */
export function changesOf(conversation: Conversation, earlier: readonly Conversation[]): Changes {
  let best = { base: undefined as Conversation | undefined, kept: 0, keepsSystem: false };
  const { system, rest } = partsOf(conversation);
  for (const base of earlier.toReversed()) {
    const parts = partsOf(base);
    const kept = sharedLength(parts.rest, rest);
    if (kept > best.kept) best = { base, kept, keepsSystem: isSameMessage(parts.system, system) };
    if (kept === parts.rest.length && kept > 0) break;
  }
  const { base, kept, keepsSystem } = best;
  const isKept = system !== undefined && keepsSystem;
  const added = [...(system !== undefined && !isKept ? [system] : []), ...rest.slice(kept)];
  const keptCount = kept + (isKept ? 1 : 0);
  return {
    compared_with: base?.id ?? null,
    kept: keptCount,
    removed: base ? base.messages.length - keptCount : 0,
    added_count: added.length,
    added: added.slice(0, MAX_ADDED).map(shortenTexts),
  };
}

/** Returns a value with its texts cut to the longest that is shown. */
export function shortenTexts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (_, inner) => (typeof inner === "string" ? shortText(inner) : inner)));
}

export function shortText(text: string): string {
  return text.length <= MAX_ADDED_CHARACTERS ? text : `${text.slice(0, MAX_ADDED_CHARACTERS - 1).toWellFormed()}…`;
}

function partsOf({ messages }: Conversation): { system: unknown; rest: readonly unknown[] } {
  const [first] = messages;
  const hasSystem = isRecord(first) && (first.role === "system" || first.role === "developer");
  return hasSystem ? { system: first, rest: messages.slice(1) } : { system: undefined, rest: messages };
}

function sharedLength(one: readonly unknown[], other: readonly unknown[]): number {
  const different = one.findIndex((message, place) => place >= other.length || !isSameMessage(message, other[place]));
  return different < 0 ? one.length : different;
}
