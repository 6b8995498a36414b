"use client";

import { useMemo } from "react";
import { useShell } from "#components/shell/shell-context.tsx";
import { useStored, writeStored } from "#components/ui/hooks/use-stored.ts";
import { withRecent } from "./model-search.ts";

/** Returns this user's recently used models in a mode, and a function to add one. */
export function useRecentModels(mode: string) {
  const { user } = useShell();
  const key = `switchboard.playground.${mode}.models.${user.email}`;
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
