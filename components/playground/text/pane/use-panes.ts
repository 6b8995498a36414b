"use client";

import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import type { CatalogueModel } from "#components/playground/models/model-search.ts";
import type { Dialect } from "#components/playground/result/answer.ts";
import { runActions } from "../answer/run-actions.ts";
import { readShareHash } from "../history/share-link.ts";
import { readTabStorage } from "../history/use-tab-storage.ts";
import { initialState, isUnchosen, type Sources } from "./initial-state.ts";
import type { PlaygroundState } from "./pane.ts";
import { paneActions } from "./pane-actions.ts";
import { createStore } from "./store.ts";
import { useConnectedModel } from "./use-connected-model.ts";
import { supportedBy } from "./use-problem.ts";

type PanesParts = {
  workspace: string;
  address: { model: readonly string[]; dialect: Dialect };
  models: readonly CatalogueModel[] | undefined;
  recent: { recent: readonly string[]; add: (model: string) => void };
  /** Called when a response has ended, to store the conversation. */
  onEnd: (state: PlaygroundState) => void;
};

/** The page's state and its actions. `state` is its outline, which renders for panes, not for every token. */
export function usePanes(parts: PanesParts) {
  const latest = useRef(parts);
  useEffect(() => {
    latest.current = parts;
  });
  const [sources] = useState(() => sourcesOf(parts));
  const [store] = useState(() => createStore(initialState(sources)));
  useConnectedModel(store, parts.models, isUnchosen(sources));
  const actions = useMemo(() => {
    const runs = runActions(store, () => ({
      workspace: latest.current.workspace,
      supportedBy: (model) => supportedBy(latest.current.models, model),
      onEnd: ({ status }, model) => {
        if (status === "done") latest.current.recent.add(model);
        latest.current.onEnd(store.get());
      },
    }));
    return { ...runs, ...paneActions(store, runs.stop) };
  }, [store]);
  useEffect(() => () => actions.stopAll(), [actions]);
  const outline = useSyncExternalStore(store.subscribe, () => outlineOf(store.get()));
  const state = useMemo(() => JSON.parse(outline) as Outline, [outline]);
  return { store, actions, state, models: parts.models };
}

type Outline = Pick<PlaygroundState, "conversationId" | "name" | "announcement"> & {
  panes: readonly { id: string; model: string }[];
};

/** As text, so that equal outlines are the same value. */
function outlineOf({ conversationId, name, announcement, panes }: PlaygroundState): string {
  return JSON.stringify({ conversationId, name, announcement, panes: panes.map(({ id, model }) => ({ id, model })) });
}

function sourcesOf({ workspace, address, recent }: PanesParts): Sources {
  const shared = readShareHash(window.location.hash);
  // A link is used once: later changes must survive a reload.
  if (shared) window.history.replaceState(window.history.state, "", window.location.pathname);
  return {
    shared,
    draft: readTabStorage(workspace),
    models: address.model,
    dialect: address.dialect,
    recentModels: recent.recent,
  };
}
