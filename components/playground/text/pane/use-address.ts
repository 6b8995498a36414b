"use client";

import { useEffect, useRef } from "react";
import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "#components/ui/hooks/query-parsers.ts";
import { useQueryStates } from "#components/ui/hooks/query-state.ts";
import { MOST_PANES } from "../settings/stored-settings.ts";
import { FIRST_MODEL } from "./initial-state.ts";
import { newPane, type PlaygroundState } from "./pane.ts";
import type { Store } from "./store.ts";

const PARSERS = {
  model: parseAsArrayOf(parseAsString).withDefault([]),
  dialect: parseAsStringLiteral(["responses", "messages"]).withDefault("responses"),
};

/** Reads the playground's parameters from the address: the panes' models and the dialect. */
export function useAddress() {
  return useQueryStates(PARSERS, { history: "replace" });
}

/** Keeps address and state in sync: selections are written, and links to this page are followed. */
export function useAddressSync(store: Store<PlaygroundState>, [address, write]: ReturnType<typeof useAddress>): void {
  const written = useRef<string>(undefined);
  useEffect(() => {
    const put = () => {
      const { panes, dialect } = store.get();
      const model = panes.map((pane) => pane.model);
      const text = keyOf(model, dialect);
      if (text === written.current) return;
      written.current = text;
      void write({ model: model.length === 1 && model[0] === FIRST_MODEL ? null : model, dialect });
    };
    put();
    return store.subscribe(put);
  }, [store, write]);

  const { model, dialect } = address;
  const models = model.length > 0 ? model : [FIRST_MODEL];
  const named = keyOf(models, dialect);
  const seen = useRef(named);
  useEffect(() => {
    if (named === seen.current) return;
    seen.current = named;
    if (named === written.current) return;
    written.current = named;
    store.set((state) => withModels(state, models, dialect));
  });
}

function keyOf(models: readonly string[], dialect: string): string {
  return `${dialect} ${models.join(",")}`;
}

/** Returns panes with these models; existing ones keep their conversation. */
function withModels(
  state: PlaygroundState,
  models: readonly string[],
  dialect: PlaygroundState["dialect"],
): PlaygroundState {
  const panes = models.slice(0, MOST_PANES).map((model, index) => {
    const pane = state.panes[index];
    return pane ? { ...pane, model } : newPane(model);
  });
  return { ...state, dialect, panes };
}
