"use client";

import { useSyncExternalStore } from "react";
import { currentNewKey, onNewKeyChange } from "#lib/api/new-key.ts";

/** Returns the key that was just created in this tab, if any. */
export function useNewKey() {
  return useSyncExternalStore(onNewKeyChange, currentNewKey, () => undefined);
}
