"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

export type RecentPage = { path: string; title: string };

const KEY = "switchboard.recent";
const MAX_PAGES = 6;
const TITLE_WAIT_MS = 600;
const SEPARATOR = " · ";
/** Titles of an object's page before its name has loaded; such a line would be useless. */
const NAMELESS: ReadonlySet<string> = new Set(["", "Key", "Model", "Guardrail", "Workspace", "Not found"]);

/** Pages visited in this tab, latest first, without the current one. Stored only in the tab. */
export function useRecentPages(): readonly RecentPage[] {
  const pathname = usePathname();
  const [pages, setPages] = useState<readonly RecentPage[]>([]);
  useEffect(() => {
    setPages(read().filter((page) => page.path !== pathname));
    // The title of a new page arrives after its path, and an object's name after that.
    const keep = () => {
      // The next page's title may arrive before this effect ends.
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

/** Returns a page's title without the suffix shared by its workspace's pages: "production-web · Key". */
export function shortTitle(path: string, title: string): string {
  const parts = title.split(SEPARATOR).filter((part) => part !== "Switchboard");
  if (parts.length > 1 && path.startsWith(`/w/${parts.at(-1)}`)) parts.pop();
  return parts.join(SEPARATOR);
}

function remember(page: RecentPage): void {
  if (NAMELESS.has(page.title)) return;
  const others = read().filter((other) => other.path !== page.path);
  sessionStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MAX_PAGES + 1)));
}

function read(): RecentPage[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
}
