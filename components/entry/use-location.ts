"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** Returns the origin in the address bar; undefined on the server and during hydration. */
export function useOrigin(): string | undefined {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => undefined,
  );
}

/** Returns whether passwords and cookies cross the network unencrypted: plain HTTP, and not to localhost. */
export function useUnencrypted(): boolean {
  return useSyncExternalStore(
    never,
    () => !window.isSecureContext,
    () => false,
  );
}

/** Returns a parameter of the page's address: null if it is missing, undefined on the server and during hydration. */
export function useAddressParameter(name: string): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => new URLSearchParams(window.location.search).get(name),
    () => undefined,
  );
}
