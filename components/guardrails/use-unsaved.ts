"use client";

import { useEffect } from "react";

/** ⌘S or Ctrl S, which works while typing too. */
export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      save();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [save]);
}

/** Asks once before unsaved work is left, by a link of the page or by closing it. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    const askAtLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || link.target === "_blank" || event.metaKey || event.ctrlKey || staysHere(link)) return;
      if (window.confirm("Leave without saving the changes?")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", ask);
    document.addEventListener("click", askAtLink, true);
    return () => {
      window.removeEventListener("beforeunload", ask);
      document.removeEventListener("click", askAtLink, true);
    };
  }, [active]);
}

/** A file to save, or a place on this page. */
function staysHere(link: HTMLAnchorElement): boolean {
  return link.hasAttribute("download") || new URL(link.href).pathname === window.location.pathname;
}
