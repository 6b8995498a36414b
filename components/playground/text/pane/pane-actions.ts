import { newId } from "#components/playground/new-id.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import type { Settings } from "../settings/settings.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { turnsThrough } from "./conversation.ts";
import { type Draft, emptyDraft, newPane, type PlaygroundState, withPane } from "./pane.ts";
import type { Store } from "./store.ts";

/** Creates the actions that change panes without calling a model. `stop` ends a pane's running response. */
export function paneActions(store: Store<PlaygroundState>, stop: (paneId: string) => void) {
  const add = (paneId: string, turnId?: string) =>
    store.set((state) => {
      const index = state.panes.findIndex((pane) => pane.id === paneId);
      const source = state.panes[index];
      if (!source || state.panes.length >= MOST_PANES) return state;
      const turns = turnId ? turnsThrough(source.turns, turnId) : withoutRunning(source.turns);
      const copy = { ...source, id: newId(), turns };
      return { ...state, panes: state.panes.toSpliced(index + 1, 0, copy) };
    });
  return {
    setDialect: (dialect: Dialect) => store.set((state) => ({ ...state, dialect })),
    setSynced: (synced: boolean) => store.set((state) => withSync(state, synced)),
    setModel: (paneId: string, model: string) =>
      store.set((state) => withPane(state, paneId, (pane) => ({ ...pane, model }))),
    /** With one prompt for all panes, they also share the system prompt. */
    setSettings: (paneId: string, change: Partial<Settings>) =>
      store.set((state) => ({
        ...state,
        panes: state.panes.map((pane) => {
          const own = pane.id === paneId ? change : state.synced && "system" in change && { system: change.system };
          return own ? { ...pane, settings: { ...pane.settings, ...own } } : pane;
        }),
      })),
    /** Without a pane: the draft shared by all panes. */
    setDraft: (paneId: string | undefined, draft: Draft) =>
      store.set((state) => (paneId ? withPane(state, paneId, (pane) => ({ ...pane, draft })) : { ...state, draft })),
    addPane: (model: string) =>
      store.set((state) =>
        state.panes.length >= MOST_PANES ? state : { ...state, panes: [...state.panes, newPane(model)] },
      ),
    duplicatePane: (paneId: string) => add(paneId),
    /** Opens a new pane next to this one with the conversation up to a turn. */
    branch: (paneId: string, turnId: string) => add(paneId, turnId),
    removePane(paneId: string) {
      stop(paneId);
      store.set((state) =>
        state.panes.length === 1 ? state : { ...state, panes: state.panes.filter(({ id }) => id !== paneId) },
      );
    },
    clearPane(paneId: string) {
      stop(paneId);
      store.set((state) => withPane(state, paneId, (pane) => ({ ...pane, turns: [] })));
    },
    rename: (name: string) => store.set((state) => ({ ...state, name })),
    clear() {
      for (const { id } of store.get().panes) stop(id);
      store.set(({ name: _, ...state }) => ({
        ...state,
        conversationId: newId(),
        draft: emptyDraft,
        panes: state.panes.map((pane) => ({ ...pane, turns: [], draft: emptyDraft })),
      }));
    },
    load(next: PlaygroundState) {
      for (const { id } of store.get().panes) stop(id);
      store.set(() => next);
    },
  };
}

/** The draft is preserved when prompts are synced or separated. */
function withSync(state: PlaygroundState, synced: boolean): PlaygroundState {
  if (synced === state.synced) return state;
  if (!synced) return { ...state, synced, panes: state.panes.map((pane) => ({ ...pane, draft: state.draft })) };
  const typed = state.panes.find(({ draft }) => draft.text !== "" || draft.attachments.length > 0);
  return { ...state, synced, draft: typed?.draft ?? emptyDraft };
}

/** A copy does not include a response in progress. */
function withoutRunning(turns: PlaygroundState["panes"][number]["turns"]) {
  const last = turns.at(-1);
  const running = last?.role === "assistant" && ["waiting", "streaming"].includes(last.answer.status);
  return running ? turns.slice(0, -1) : turns;
}
