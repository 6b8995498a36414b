"use client";

import { useEffect } from "react";

/** How many forms on the page have unsaved changes. */
let unsaved = 0;

/** Asks once before unsaved changes are lost through a link, `mayLeave`, or closing or reloading the page. */
export function useLeaveGuard(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    unsaved += 1;
    window.addEventListener("beforeunload", ask);
    document.addEventListener("click", askAtLink, true);
    return () => {
      unsaved -= 1;
      window.removeEventListener("beforeunload", ask);
      document.removeEventListener("click", askAtLink, true);
    };
  }, [active]);
}

/** Returns whether code may navigate away; asks the user if there are unsaved changes. */
export function mayLeave(): boolean {
  return unsaved === 0 || window.confirm("Leave without saving your changes?");
}

function askAtLink(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || link.target === "_blank" || event.metaKey || event.ctrlKey || staysHere(link) || mayLeave()) return;
  event.preventDefault();
  // The listeners of other forms would ask again.
  event.stopImmediatePropagation();
}

/** A download, or an anchor on this page. */
function staysHere(link: HTMLAnchorElement): boolean {
  return link.hasAttribute("download") || new URL(link.href).pathname === window.location.pathname;
}
