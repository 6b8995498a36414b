import { newId } from "#components/playground/new-id.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import { defaultSettings, type Settings } from "../settings/settings.ts";
import type { Attachment, Turn } from "./conversation.ts";

/** Typed but not sent. */
export type Draft = { text: string; attachments: readonly Attachment[] };

export type Pane = {
  id: string;
  model: string;
  settings: Settings;
  turns: readonly Turn[];
  /** Used while prompts are separate. */
  draft: Draft;
};

export type PlaygroundState = {
  /** Identifies the conversation in the history; changes with "New". */
  conversationId: string;
  /** The user's name for it. */
  name?: string;
  dialect: Dialect;
  /** One prompt for all panes. */
  synced: boolean;
  draft: Draft;
  panes: readonly Pane[];
  /** For screen readers: the start and the end of responses. */
  announcement: string;
};

export const emptyDraft: Draft = { text: "", attachments: [] };

export function newPane(model: string, settings: Settings = defaultSettings): Pane {
  return { id: newId(), model, settings, turns: [], draft: emptyDraft };
}

export function newPlayground(dialect: Dialect, panes: readonly Pane[]): PlaygroundState {
  return { conversationId: newId(), dialect, synced: true, draft: emptyDraft, panes, announcement: "" };
}

/** The state with one pane changed. */
export function withPane(state: PlaygroundState, id: string, change: (pane: Pane) => Pane): PlaygroundState {
  return { ...state, panes: state.panes.map((pane) => (pane.id === id ? change(pane) : pane)) };
}

/** Returns whether a response of the pane is in progress. */
export function isBusy(pane: Pane): boolean {
  const last = pane.turns.at(-1);
  return last?.role === "assistant" && (last.answer.status === "waiting" || last.answer.status === "streaming");
}
