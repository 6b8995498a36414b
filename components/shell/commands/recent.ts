"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

export type RecentPage = { path: string; title: string };

const KEY = "switchboard.recent";
const MOST = 6;
const TITLE_WAIT_MS = 600;
const SEPARATOR = " · ";
/** Titles of pages about one object, until its name is there; such a line would lead nobody anywhere. */
const NAMELESS: ReadonlySet<string> = new Set(["", "Key", "Model", "Guardrail", "Workspace", "Not found"]);

/** Pages visited in this tab, latest first, without the current one. Kept in the tab's own storage only. */
export function useRecentPages(): readonly RecentPage[] {
  const pathname = usePathname();
  const [pages, setPages] = useState<readonly RecentPage[]>([]);
  useEffect(() => {
    setPages(read().filter((page) => page.path !== pathname));
    // The title of the new page arrives after its path, and an object's name after that.
    const keep = () => {
      // The next page's title may come before this effect ends.
      if (window.location.pathname !== pathname) return;
      remember({ path: pathname, title: shortTitle(pathname, document.title) });
    };
    const titles = new MutationObserver(keep);
    const timer = setTimeout(() => {
      keep();
      titles.observe(document.head, { childList: true, characterData: true, subtree: true });
    }, TITLE_WAIT_MS);
    return () => {
      clearTimeout(timer);
      titles.disconnect();
    };
  }, [pathname]);
  return pages;
}

/** A page's title without what all pages of its workspace end with: "production-web · Key". */
export function shortTitle(path: string, title: string): string {
  const parts = title.split(SEPARATOR).filter((part) => part !== "Switchboard");
  if (parts.length > 1 && path.startsWith(`/w/${parts.at(-1)}`)) parts.pop();
  return parts.join(SEPARATOR);
}

function remember(page: RecentPage): void {
  if (NAMELESS.has(page.title)) return;
  const others = read().filter((other) => other.path !== page.path);
  sessionStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MOST + 1)));
}

function read(): RecentPage[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
}
