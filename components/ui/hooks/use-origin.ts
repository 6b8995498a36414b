"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The address that the console was reached at, as in the address bar; empty while the server renders. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
