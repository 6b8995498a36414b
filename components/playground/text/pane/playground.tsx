"use client";

import { browserOnly } from "#components/playground/browser-only.tsx";
import { PlaygroundRoom } from "./playground-room.tsx";

/** Text models to try, alone or side by side. */
export const Playground = browserOnly(PlaygroundRoom);
