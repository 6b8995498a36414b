import type { Dialect } from "#components/playground/result/answer.ts";
import type { Conversation } from "../history/history.ts";
import type { SharedConversation } from "../history/share-link.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { newPane, newPlayground, type PlaygroundState } from "./pane.ts";

/** A model that works on any machine, without a key, until a connected one is known. */
export const FIRST_MODEL = "local/echo";

export type Sources = {
  shared: SharedConversation | undefined;
  /** What this tab showed before a reload. */
  draft: Conversation | undefined;
  /** The models in the address; empty: none. */
  models: readonly string[];
  dialect: Dialect;
  recentModels: readonly string[];
};

/**
 * Returns the initial state: a shared link, otherwise this tab's state, otherwise the address, otherwise a model that
 * always works.
 */
export function initialState({ shared, draft, models, dialect, recentModels }: Sources): PlaygroundState {
  if (shared) return fromShared(shared);
  if (draft && (models.length === 0 || sameModels(draft, models))) return fromConversation(draft);
  const named = models.length > 0 ? models.slice(0, MOST_PANES) : [recentModels[0] ?? FIRST_MODEL];
  return newPlayground(
    dialect,
    named.map((model) => newPane(model)),
  );
}

/** Whether nobody chose the model that the playground starts with. */
export function isUnchosen({ shared, draft, models, recentModels }: Sources): boolean {
  return !shared && !draft && models.length === 0 && recentModels.length === 0;
}

function fromShared({ dialect, prompt, panes }: SharedConversation): PlaygroundState {
  const state = newPlayground(
    dialect,
    panes.map(({ model, settings }) => newPane(model, settings)),
  );
  return { ...state, draft: { text: prompt, attachments: [] } };
}

/** Restores a stored conversation. */
export function fromConversation({ id, name, dialect, synced, draft, panes }: Conversation): PlaygroundState {
  const state = newPlayground(
    dialect,
    panes.map(({ model, settings, turns }) => ({ ...newPane(model, settings), turns })),
  );
  return { ...state, conversationId: id, synced, draft: { text: draft, attachments: [] }, ...(name && { name }) };
}

function sameModels({ panes }: Conversation, models: readonly string[]): boolean {
  return panes.length === models.length && panes.every((pane, index) => pane.model === models[index]);
}

/** Converts the state to a conversation for storage. */
export function toConversation(state: PlaygroundState, name: string, savedAt: number): Conversation {
  const { conversationId, dialect, synced, draft, panes } = state;
  return {
    id: conversationId,
    name,
    savedAt,
    dialect,
    synced,
    draft: draft.text,
    panes: panes.map(({ model, settings, turns }) => ({
      model,
      settings: {
        ...settings,
        stop: [...settings.stop],
        fallbacks: [...settings.fallbacks],
        serverTools: [...settings.serverTools],
        mcpServers: [...settings.mcpServers],
        values: { ...settings.values },
      },
      turns,
    })),
  };
}
