"use client";

import { useEffect } from "react";

const SEPARATOR = " · ";

/** Puts an object's name in front of the page's title once it is known: "production-web · Key · default · Switchboard". */
export function usePageTitle(name: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${name}${SEPARATOR}${before}`;
    return () => {
      document.title = before;
    };
  }, [name]);
}
