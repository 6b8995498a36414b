"use client";

import { useEffect } from "react";

const SEPARATOR = " · ";

/** Puts an object's name before the page's title once it is loaded: "production-web · Key · default · Switchboard". */
export function usePageTitle(name: string | undefined): void {
  useEffect(() => {
    if (!name) return;
    const before = document.title;
    document.title = `${name}${SEPARATOR}${before}`;
    return () => {
      document.title = before;
    };
  }, [name]);
}
