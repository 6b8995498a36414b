"use client";

import { useSyncExternalStore } from "react";

const never = () => () => undefined;

/** The origin that the address bar shows; undefined on the server and while hydrating. */
export function useOrigin(): string | undefined {
  return useSyncExternalStore(
    never,
    () => window.location.origin,
    () => undefined,
  );
}

/** Passwords and cookies cross the network readable here: plain http, and not this machine itself. */
export function useUnencrypted(): boolean {
  return useSyncExternalStore(
    never,
    () => !window.isSecureContext,
    () => false,
  );
}

/** A parameter of the page's address: null when it is missing, undefined on the server and while hydrating. */
export function useAddressParameter(name: string): string | null | undefined {
  return useSyncExternalStore(
    never,
    () => new URLSearchParams(window.location.search).get(name),
    () => undefined,
  );
}
