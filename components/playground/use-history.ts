"use client";

import { useMemo } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { toastDone, toastFailed } from "#components/ui/toast.tsx";
import { type Conversation, readHistory, withConversation } from "./history.ts";
import { withRecent } from "./model-search.ts";
import { useStored, writeStored } from "./use-stored.ts";

/** The conversations of this person in this browser, and the models they used last. No key is ever in them. */
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
        keep(withConversation(current(), one)) || toastFailed("The conversation was not kept: this browser is full");
      },
      rename: (id: string, name: string) => keep(current().map((one) => (one.id === id ? { ...one, name } : one))),
      remove(id: string) {
        const before = current();
        const gone = before.find((one) => one.id === id);
        keep(before.filter((one) => one.id !== id));
        if (gone) toastDone(`Deleted ${gone.name}`, { undo: () => keep(before) });
      },
    };
  }, [entries, key, write]);
}

/** The models used last by this person here, and the way to add one. */
export function useRecentModels() {
  const { user } = useShell();
  const key = `switchboard.playground.models.${user.email}`;
  const [text] = useStored(key);
  const recent = useMemo(() => readNames(text), [text]);
  return useMemo(() => {
    const add = (model: string) =>
      writeStored(localStorage, key, JSON.stringify(withRecent(readNames(localStorage.getItem(key)), model)));
    return { recent, add };
  }, [recent, key]);
}

function readNames(text: string | null): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}
