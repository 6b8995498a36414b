"use client";

import { lazy, Suspense, useState } from "react";
import { useProgress } from "./progress.ts";

const ChecklistPanel = lazy(() => import("./checklist-panel.tsx").then((file) => ({ default: file.ChecklistPanel })));

/** The steps to a first request. Remains until all are done, then can be hidden for this visit. */
export function Checklist() {
  const progress = useProgress();
  const [started, setStarted] = useState<boolean>();
  // Hidden for users who arrive with all steps done; those who finish here see it turn green.
  if (progress.known && started === undefined) setStarted(!progress.usedAt);
  if (!progress.known || !started) return null;
  return (
    <Suspense>
      <ChecklistPanel progress={progress} onDismiss={() => setStarted(false)} />
    </Suspense>
  );
}
