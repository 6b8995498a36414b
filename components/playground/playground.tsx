"use client";

import { useSyncExternalStore } from "react";
import { PlaygroundRoom } from "./playground-room.tsx";

const never = () => () => {};

/** Text models to try, alone or side by side. It starts from this browser's storage, so that the server renders none of it. */
export function Playground() {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return hydrated ? <PlaygroundRoom /> : null;
}
