"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import type { ExternalToast } from "sonner";

// Loaded with the first toast, since none is needed before the first action.
const loadLayer = () => import("./toast-layer.tsx");
const ToastLayer = lazy(() => loadLayer().then((module) => ({ default: module.ToastLayer })));

const UNDO_MS = 8000;

/** Loads the toast code while idle, because a toast may have to say that nothing can be loaded. */
export function preloadToasts(): void {
  void loadLayer().catch(() => undefined);
}

/** Toasts shown before the toaster is mounted, and the function that shows one. */
const waiting: (() => void)[] = [];
let mountToaster: (() => void) | undefined;
let isMounted = false;

/** Where toasts appear; mounted once, in the providers. Announced politely. */
export function Toaster() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    mountToaster = () => setWanted(true);
    if (waiting.length > 0) setWanted(true);
    return () => {
      mountToaster = undefined;
    };
  }, []);
  return (
    wanted && (
      <Suspense>
        <ToastLayer />
        <WaitingToasts />
      </Suspense>
    )
  );
}

/** Shows the waiting toasts. It is mounted after the toaster, which is listening by then. */
function WaitingToasts() {
  useEffect(() => {
    isMounted = true;
    for (const run of waiting.splice(0)) run();
    return () => {
      isMounted = false;
    };
  }, []);
  return null;
}

type ToastAction = { label: string; run: () => void };

/** Confirms an action. With `undo`, offers to undo it for eight seconds (tier T0). */
export function toastDone(title: string, options: { description?: string; undo?: () => void } = {}): void {
  const { description, undo } = options;
  void show("success", title, {
    ...(description ? { description } : {}),
    ...(undo ? { duration: UNDO_MS, action: { label: "Undo", onClick: undo } } : {}),
  });
}

/** Reports what was not saved and why. Stays until dismissed if it has a button. */
export function toastFailed(title: string, options: { description?: string; action?: ToastAction } = {}): void {
  const { description, action } = options;
  void show("error", title, {
    duration: action ? 20_000 : UNDO_MS,
    ...(description ? { description } : {}),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
  });
}

async function show(kind: "success" | "error", title: string, options: ExternalToast): Promise<void> {
  const { toast } = await loadLayer();
  const run = () => void toast[kind](title, options);
  if (isMounted) return run();
  waiting.push(run);
  mountToaster?.();
}
