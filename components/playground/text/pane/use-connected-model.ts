"use client";

import { useEffect, useRef } from "react";
import { connectedModel } from "#components/playground/models/connected-model.ts";
import type { CatalogueModel } from "#components/playground/models/model-search.ts";
import { FIRST_MODEL } from "./initial-state.ts";
import { type PlaygroundState, withPane } from "./pane.ts";
import type { Store } from "./store.ts";

/**
 * Replaces the model of an untouched playground by a connected provider's, once the catalogue is known. `isUnchosen`:
 * nobody chose the first model.
 */
export function useConnectedModel(
  store: Store<PlaygroundState>,
  models: readonly CatalogueModel[] | undefined,
  isUnchosen: boolean,
): void {
  const conversationId = useRef(store.get().conversationId);
  const isDone = useRef(!isUnchosen);
  useEffect(() => {
    if (isDone.current || !models) return;
    isDone.current = true;
    const model = connectedModel(models);
    if (model)
      store.set((state) => (state.conversationId === conversationId.current ? withModel(state, model) : state));
  }, [store, models]);
}

function withModel(state: PlaygroundState, model: string): PlaygroundState {
  const [pane, ...others] = state.panes;
  if (!pane || others.length > 0 || pane.model !== FIRST_MODEL || pane.turns.length > 0) return state;
  return withPane(state, pane.id, (one) => ({ ...one, model }));
}
