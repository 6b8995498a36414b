"use client";

import { type ComponentType, useSyncExternalStore } from "react";

const never = () => () => {};

/** Wraps a page that depends on this browser's storage, so that the server renders none of it. */
export function browserOnly(Page: ComponentType): ComponentType {
  return function BrowserOnly() {
    const hydrated = useSyncExternalStore(
      never,
      () => true,
      () => false,
    );
    return hydrated ? <Page /> : null;
  };
}
