"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import type { CatalogueModel } from "#components/playground/models/model-search.ts";
import type { runActions } from "../answer/run-actions.ts";
import type { Pane, PlaygroundState } from "./pane.ts";
import type { paneActions } from "./pane-actions.ts";
import type { Store } from "./store.ts";

export type PlaygroundActions = ReturnType<typeof paneActions> & ReturnType<typeof runActions>;

export type PlaygroundValue = {
  store: Store<PlaygroundState>;
  actions: PlaygroundActions;
  /** The catalogue; undefined while it loads or if it could not be read. */
  models: readonly CatalogueModel[] | undefined;
};

export const PlaygroundContext = createContext<PlaygroundValue | undefined>(undefined);

export function usePlayground(): PlaygroundValue {
  const value = useContext(PlaygroundContext);
  if (!value) throw new Error("usePlayground must be used inside Playground");
  return value;
}

/** Returns a part of the state; renders only when that part changes. */
export function usePlaygroundState<Part>(select: (state: PlaygroundState) => Part): Part {
  const { store } = usePlayground();
  const read = () => select(store.get());
  return useSyncExternalStore(store.subscribe, read, read);
}

/** Returns a part of one pane; undefined once the pane is gone. */
export function usePane<Part>(paneId: string, select: (pane: Pane) => Part): Part | undefined {
  return usePlaygroundState((state) => {
    const pane = state.panes.find(({ id }) => id === paneId);
    return pane && select(pane);
  });
}

/** Returns the catalogue's record of a model; undefined if it is unknown. */
export function useCatalogueModel(id: string | undefined): CatalogueModel | undefined {
  return usePlayground().models?.find((model) => model.id === id);
}
