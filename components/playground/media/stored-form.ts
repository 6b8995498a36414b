"use client";

import { useEffect, useRef } from "react";
import { writeStored } from "#components/ui/hooks/use-stored.ts";
import { type Json, recordOf, textOf } from "../read-json.ts";

/** Returns the storage key of a mode's form for a workspace. */
export function storedFormKey(mode: string, workspace: string): string {
  return `switchboard.playground.tab.${mode}.${workspace}`;
}

/** Restores this tab's state from before a reload or another mode; empty at first. */
export function readStoredForm(key: string): { model: string; form: Json } {
  try {
    const kept = recordOf(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
    return { model: textOf(kept.model), form: recordOf(kept.form) };
  } catch {
    return { model: "", form: {} };
  }
}

/** Stores model and form when the page is left. */
export function useStoredForm(key: string, model: string, form: object): void {
  const latest = useRef({ model, form });
  useEffect(() => {
    latest.current = { model, form };
  });
  useEffect(() => {
    const keep = () => writeStored(sessionStorage, key, JSON.stringify(latest.current));
    window.addEventListener("pagehide", keep);
    return () => {
      window.removeEventListener("pagehide", keep);
      keep();
    };
  }, [key]);
}
