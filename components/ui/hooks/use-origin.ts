"use client";

import { useSyncExternalStore } from "react";

const never = () => () => {};

/** The console's origin, as in the address bar; empty while the server renders. */
export function useOrigin(): string {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
}
