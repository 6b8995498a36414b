"use client";

import { useMemo } from "react";
import { useShortcuts } from "./shortcuts.ts";

const LINKS = "main tbody tr a[data-row]";

/** J and K move the focus down and up the page's rows, by the links marked `data-row`; Enter then opens one. */
export function useRowShortcuts(): void {
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
  const row = document.activeElement?.closest("tr");
  const at = links.findIndex((link) => link.closest("tr") === row);
  links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
}
