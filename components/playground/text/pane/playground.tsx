"use client";

import { browserOnly } from "#components/playground/browser-only.tsx";
import { PlaygroundLayout } from "./playground-layout.tsx";

/** Text models, alone or side by side. */
export const Playground = browserOnly(PlaygroundLayout);
