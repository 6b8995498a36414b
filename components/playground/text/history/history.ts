import type { Turn } from "../pane/conversation.ts";
import {
  anything,
  either,
  fields,
  flag,
  listOf,
  looseFields,
  number,
  oneOf,
  type ReadBy,
  recordOf,
  text,
  withDefault,
} from "../settings/shape.ts";
import { MOST_PANES, StoredSettings } from "../settings/stored-settings.ts";

/** Limits of a browser's storage, which is shared with the rest of the console (5 MB in total). */
const MOST_ENTRIES = 30;
const MOST_CHARACTERS = 1_500_000;

const StoredAnswer = looseFields({
  status: oneOf("done", "stopped", "failed"),
  dialect: oneOf("responses", "messages"),
  model: text,
  text: withDefault(text, ""),
  reasoning: withDefault(text, ""),
  toolCalls: listOf(fields({ id: text, name: text, arguments: text })),
  blocks: listOf(recordOf(anything)),
  startedMs: number,
  streamed: flag,
});
const StoredTurn = either(
  fields({
    id: text,
    role: oneOf("user"),
    text,
    attachments: listOf(fields({ id: text, name: text, mediaType: text, dataUrl: text, sizeBytes: number })),
    toolResults: listOf(fields({ callId: text, name: text, output: text })),
    decisions: withDefault(listOf(fields({ requestId: text, name: text, approve: flag })), []),
  }),
  fields({ id: text, role: oneOf("assistant"), answer: StoredAnswer }),
);

const StoredConversation = fields({
  id: text,
  name: text,
  savedAt: number,
  dialect: oneOf("responses", "messages"),
  synced: flag,
  /** The typed text that was not sent. */
  draft: withDefault(text, ""),
  panes: listOf(fields({ model: text, settings: StoredSettings, turns: listOf(StoredTurn) }), 1, MOST_PANES),
});

/** A conversation stored in this browser. `savedAt`: Unix milliseconds. */
export type Conversation = Omit<ReadBy<typeof StoredConversation>, "panes"> & {
  panes: { model: string; settings: ReadBy<typeof StoredSettings>; turns: readonly Turn[] }[];
};

/** Reads stored conversations; unreadable ones, which an older page may have written, are dropped. */
export function readHistory(kept: string | null): readonly Conversation[] {
  const list = parseJson(kept);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => StoredConversation(entry) ?? []) as unknown as Conversation[];
}

/** Adds or replaces a stored conversation, newest first. The oldest are dropped above the limit. */
export function withConversation(all: readonly Conversation[], one: Conversation): readonly Conversation[] {
  const kept = [withoutImages(one), ...all.filter(({ id }) => id !== one.id)].slice(0, MOST_ENTRIES);
  let left = MOST_CHARACTERS;
  return kept.filter((entry, index) => {
    left -= JSON.stringify(entry).length;
    return left > 0 || (index === 0 && left > -MOST_CHARACTERS);
  });
}

/**
 * Returns a conversation without its images, which are too large to store. A running response is stored as a stopped
 * one.
 */
export function withoutImages(conversation: Conversation): Conversation {
  const panes = conversation.panes.map((pane) => ({ ...pane, turns: pane.turns.map(slimTurn) }));
  return { ...conversation, panes };
}

function slimTurn(turn: Turn): Turn {
  if (turn.role === "user") {
    // Names remain, to show that there was an image.
    const names = turn.attachments.map(({ name }) => `[image not saved: ${name}]`);
    return names.length === 0 ? turn : { ...turn, attachments: [], text: [turn.text, ...names].join("\n") };
  }
  const { status } = turn.answer;
  return status === "waiting" || status === "streaming"
    ? { ...turn, answer: { ...turn.answer, status: "stopped" } }
    : turn;
}

function parseJson(kept: string | null): unknown {
  try {
    return JSON.parse(kept ?? "[]");
  } catch {
    return [];
  }
}
