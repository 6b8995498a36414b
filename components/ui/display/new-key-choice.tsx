"use client";

import { showNewKey } from "#lib/api/new-key.ts";
import { Checkbox } from "../forms/checkbox.tsx";
import { useNewKey } from "../hooks/use-new-key.ts";

/** Offers to fill the samples with the key that was just created. Renders nothing if no key was. */
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
