"use client";

import { useEffect } from "react";

/** Runs `save` on ⌘S or Ctrl+S, also while typing, instead of the browser's own command. */
export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isSave = event.key.toLowerCase() === "s" && (event.metaKey || event.ctrlKey);
      if (!isSave || event.shiftKey || event.altKey) return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [save]);
}
