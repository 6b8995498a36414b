"use client";

import { useEffect } from "react";
import { writeStored } from "#components/ui/hooks/use-stored.ts";
import { nameOf } from "../pane/conversation.ts";
import { toConversation } from "../pane/initial-state.ts";
import type { PlaygroundState } from "../pane/pane.ts";
import type { Store } from "../pane/store.ts";
import { type Conversation, readHistory, withoutImages } from "./history.ts";

const TAB_KEY = "switchboard.playground.tab.";

/** Returns the state as a conversation, named by its first prompt or by the user. */
export function conversationOf(state: PlaygroundState): Conversation {
  const turns = state.panes.find((pane) => pane.turns.length > 0)?.turns ?? [];
  return withoutImages(toConversation(state, state.name ?? nameOf(turns), Date.now()));
}

/** Returns what this tab showed before a reload, including interrupted responses. */
export function readTabStorage(workspace: string): Conversation | undefined {
  return readHistory(sessionStorage.getItem(TAB_KEY + workspace))[0];
}

/** Stores the page's state in the tab, so that a reload in the middle of a response loses nothing that has arrived. */
export function useTabStorage(store: Store<PlaygroundState>, workspace: string): void {
  useEffect(() => {
    const keep = () => writeStored(sessionStorage, TAB_KEY + workspace, JSON.stringify([conversationOf(store.get())]));
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [store, workspace]);
}
