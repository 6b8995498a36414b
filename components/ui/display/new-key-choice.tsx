"use client";

import { showNewKey } from "#lib/api/new-key.ts";
import { Checkbox } from "../forms/checkbox.tsx";
import { useNewKey } from "../hooks/use-new-key.ts";

/** Fills the samples with the key that was just created; nothing if there is none. */
export function NewKeyChoice() {
  const newKey = useNewKey();
  if (!newKey) return null;
  return (
    <Checkbox
      label="Fill in the key you just created"
      hint="Only this tab knows it, until you reload the page."
      checked={newKey.isShown}
      onCheckedChange={showNewKey}
    />
  );
}
