import * as z from "zod/mini";
import type { Turn } from "./conversation.ts";
import { MOST_PANES, StoredSettings } from "./stored-settings.ts";

/** Bounds of what is kept in a browser, whose storage is shared with the rest of the console (5 MB in all). */
const MOST_ENTRIES = 30;
const MOST_CHARACTERS = 1_500_000;

const Text = z._default(z.string(), "");
const StoredAnswer = z.looseObject({
  status: z.enum(["done", "stopped", "failed"]),
  dialect: z.enum(["responses", "messages"]),
  model: z.string(),
  text: Text,
  reasoning: Text,
  toolCalls: z.array(z.object({ id: z.string(), name: z.string(), arguments: z.string() })),
  blocks: z.array(z.record(z.string(), z.unknown())),
  startedMs: z.number(),
  streamed: z.boolean(),
});
const StoredTurn = z.discriminatedUnion("role", [
  z.object({
    id: z.string(),
    role: z.literal("user"),
    text: z.string(),
    attachments: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        mediaType: z.string(),
        dataUrl: z.string(),
        sizeBytes: z.number(),
      }),
    ),
    toolResults: z.array(z.object({ callId: z.string(), name: z.string(), output: z.string() })),
  }),
  z.object({ id: z.string(), role: z.literal("assistant"), answer: StoredAnswer }),
]);

export const StoredConversation = z.object({
  id: z.string(),
  name: z.string(),
  savedAt: z.number(),
  dialect: z.enum(["responses", "messages"]),
  synced: z.boolean(),
  panes: z
    .array(z.object({ model: z.string(), settings: StoredSettings, turns: z.array(StoredTurn) }))
    .check(z.minLength(1), z.maxLength(MOST_PANES)),
});

/** A conversation as it is kept in this browser. `savedAt`: Unix milliseconds. */
export type Conversation = Omit<z.output<typeof StoredConversation>, "panes"> & {
  panes: { model: string; settings: z.output<typeof StoredSettings>; turns: readonly Turn[] }[];
};

/** Reads kept conversations; whatever is not readable is left out, since an older page may have written it. */
export function readHistory(text: string | null): readonly Conversation[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry) => StoredConversation.safeParse(entry).data ?? []) as unknown as Conversation[];
}

/** The kept conversations with one added or replaced, newest first. The oldest go when there are too many. */
export function withConversation(all: readonly Conversation[], one: Conversation): readonly Conversation[] {
  const kept = [slim(one), ...all.filter(({ id }) => id !== one.id)].slice(0, MOST_ENTRIES);
  let left = MOST_CHARACTERS;
  return kept.filter((entry, index) => {
    left -= JSON.stringify(entry).length;
    return left > 0 || (index === 0 && left > -MOST_CHARACTERS);
  });
}

/** A conversation without its pictures, which are too large to keep. A running answer is kept as a stopped one. */
export function slim(conversation: Conversation): Conversation {
  const panes = conversation.panes.map((pane) => ({ ...pane, turns: pane.turns.map(slimTurn) }));
  return { ...conversation, panes };
}

function slimTurn(turn: Turn): Turn {
  if (turn.role === "user") {
    // Named, so that it is seen that there was one.
    const names = turn.attachments.map(({ name }) => `[image not kept: ${name}]`);
    return names.length === 0 ? turn : { ...turn, attachments: [], text: [turn.text, ...names].join("\n") };
  }
  const { status } = turn.answer;
  return status === "waiting" || status === "streaming"
    ? { ...turn, answer: { ...turn.answer, status: "stopped" } }
    : turn;
}

function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
}
