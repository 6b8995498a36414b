"use client";

import { useEffect, useMemo } from "react";
import { useShortcuts } from "./shortcuts.ts";

const LINKS = "main tbody tr a[data-row]";

/**
 * J and K move the focus down and up the page's rows, by the links marked `data-row`; Enter then opens one. While a row's
 * panel is open, they open the next one's instead. A click anywhere in a row opens it too.
 */
export function useRowShortcuts(): void {
  useEffect(() => {
    document.addEventListener("click", openRow);
    return () => document.removeEventListener("click", openRow);
  }, []);
  useShortcuts(
    useMemo(
      () => [
        { keys: "j", label: "Next row", group: "This page", run: () => step(1) },
        { keys: "k", label: "Previous row", group: "This page", run: () => step(-1) },
      ],
      [],
    ),
  );
}

function step(by: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(LINKS)];
  const opened = links.find((link) => link.closest("tr[aria-selected=true]"))?.closest("tr");
  const row = opened ?? document.activeElement?.closest("tr");
  const at = links.findIndex((link) => link.closest("tr") === row);
  const next = links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
  if (!opened) next?.focus();
  else {
    next?.scrollIntoView({ block: "nearest" });
    next?.click();
  }
}

/** Elements in a row that handle clicks themselves. */
const CONTROLS = "a, button, input, label, select, summary, textarea";

/** Selecting text with the mouse also ends with a click, which must not open the row. */
function openRow(event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey } = event;
  if (!(target instanceof Element) || event.defaultPrevented || metaKey || ctrlKey || shiftKey) return;
  if (target.closest(CONTROLS) || document.getSelection()?.isCollapsed === false) return;
  target.closest("main tbody tr")?.querySelector<HTMLElement>("a[data-row]")?.click();
}
