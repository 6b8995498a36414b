"use client";

import { useMemo } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone, toastFailed } from "#components/ui/feedback/toast.tsx";
import { useStored } from "#components/ui/hooks/use-stored.ts";
import { type Conversation, readHistory, withConversation } from "./history.ts";

/** Reads this user's conversations in this browser, and the recently used models. They never contain a key. */
export function useHistory() {
  const { user } = useShell();
  const key = `switchboard.playground.history.${user.email}`;
  const [text, write] = useStored(key);
  const entries = useMemo(() => readHistory(text), [text]);
  return useMemo(() => {
    const current = () => readHistory(localStorage.getItem(key));
    const keep = (list: readonly Conversation[]) => write(JSON.stringify(list));
    return {
      entries,
      save(one: Conversation) {
        keep(withConversation(current(), one)) ||
          toastFailed("Could not save the conversation: the browser storage is full");
      },
      rename: (id: string, name: string) => keep(current().map((one) => (one.id === id ? { ...one, name } : one))),
      remove(id: string) {
        const before = current();
        const deleted = before.find((one) => one.id === id);
        keep(before.filter((one) => one.id !== id));
        if (deleted) toastDone(`Deleted ${deleted.name}`, { undo: () => keep(before) });
      },
    };
  }, [entries, key, write]);
}
