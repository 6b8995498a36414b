import type { Dialect } from "#components/playground/result/answer.ts";
import type { Conversation } from "../history/history.ts";
import type { Shared } from "../history/share-link.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { newPane, newPlayground, type PlaygroundState } from "./pane.ts";

/** The model that answers on any machine, without a key. */
export const FIRST_MODEL = "local/echo";

type Sources = {
  shared: Shared | undefined;
  /** What this tab showed before it was reloaded. */
  draft: Conversation | undefined;
  /** What the address says; no models: nothing. */
  models: readonly string[];
  dialect: Dialect;
  recentModels: readonly string[];
};

/** What the page starts with: a shared link, else what this tab had, else what the address says, else a model that answers. */
export function initialState({ shared, draft, models, dialect, recentModels }: Sources): PlaygroundState {
  if (shared) return fromShared(shared);
  if (draft && (models.length === 0 || sameModels(draft, models))) return fromConversation(draft);
  const named = models.length > 0 ? models.slice(0, MOST_PANES) : [recentModels[0] ?? FIRST_MODEL];
  return newPlayground(
    dialect,
    named.map((model) => newPane(model)),
  );
}

function fromShared({ dialect, prompt, panes }: Shared): PlaygroundState {
  const state = newPlayground(
    dialect,
    panes.map(({ model, settings }) => newPane(model, settings)),
  );
  return { ...state, draft: { text: prompt, attachments: [] } };
}

/** A kept conversation, to go on with. */
export function fromConversation({ id, name, dialect, synced, panes }: Conversation): PlaygroundState {
  const state = newPlayground(
    dialect,
    panes.map(({ model, settings, turns }) => ({ ...newPane(model, settings), turns })),
  );
  return { ...state, conversationId: id, synced, ...(name && { name }) };
}

function sameModels({ panes }: Conversation, models: readonly string[]): boolean {
  return panes.length === models.length && panes.every((pane, index) => pane.model === models[index]);
}

/** The state as a conversation to keep. */
export function toConversation(state: PlaygroundState, name: string, savedAt: number): Conversation {
  const { conversationId, dialect, synced, panes } = state;
  return {
    id: conversationId,
    name,
    savedAt,
    dialect,
    synced,
    panes: panes.map(({ model, settings, turns }) => ({
      model,
      settings: {
        ...settings,
        stop: [...settings.stop],
        fallbacks: [...settings.fallbacks],
        values: { ...settings.values },
      },
      turns,
    })),
  };
}
