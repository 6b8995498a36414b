"use client";

import { useEffect, useState } from "react";

const TICK_MS = 100;

/** Milliseconds since `startedMs` (`performance.now()`), ticking while `running`. */
export function useElapsed(startedMs: number, running: boolean): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNowMs(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [running]);
  return Math.max(0, nowMs - startedMs);
}

/** Whole seconds until `atMs` (`Date.now()`), counting down to 0. */
export function useSecondsUntil(atMs: number | undefined): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = atMs === undefined ? 0 : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
  useEffect(() => {
    if (left === 0) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS * 5);
    return () => clearInterval(timer);
  }, [left]);
  return left;
}
