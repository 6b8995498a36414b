"use client";

import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";

export type RecentPage = { path: string; title: string };

const KEY = "switchboard.recent";
const MOST = 6;
const TITLE_WAIT_MS = 600;

/** Pages visited in this tab, latest first, without the current one. Kept in the tab's own storage only. */
export function useRecentPages(): readonly RecentPage[] {
  const pathname = usePathname();
  const [pages, setPages] = useState<readonly RecentPage[]>([]);
  useEffect(() => {
    setPages(read().filter((page) => page.path !== pathname));
    // The title of the new page arrives after its path.
    const timer = setTimeout(() => remember({ path: pathname, title: document.title }), TITLE_WAIT_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return pages;
}

function remember(page: RecentPage): void {
  const others = read().filter((other) => other.path !== page.path);
  sessionStorage.setItem(KEY, JSON.stringify([page, ...others].slice(0, MOST + 1)));
}

function read(): RecentPage[] {
  return JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
}
