"use client";

import { useEffect, useRef, useState } from "react";
import { failureOf } from "../result/failure-of.ts";
import type { CallFacts, Live, MediaCall } from "./media-call.ts";
import { readResult, type StoredCall, storeResult } from "./stored-result.ts";

type Task<Result> = (live: Live<Result>) => Promise<Result>;

/**
 * How a mode stores its result across a reload. `pack` and `unpack` convert one that the browser cannot store as it is.
 */
export type ResultStorage<Result> = {
  key: string;
  pack?: (result: Result) => unknown;
  unpack?: (kept: unknown) => Result | undefined;
};

/**
 * The single request of a playground mode, with its whole life cycle. `onDone` receives the model of a successful one,
 * whose result survives a reload.
 */
export function useMediaCall<Result>(
  workspace: string,
  onDone: (model: string) => void,
  { key, pack, unpack }: ResultStorage<Result>,
) {
  const [call, setCall] = useState<MediaCall<Result>>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const restore = useRef(unpack);
  useEffect(() => {
    let isLeft = false;
    void readResult(key).then((kept) => {
      const result = kept && (restore.current ? restore.current(kept.result) : (kept.result as Result));
      if (kept && result !== undefined && !isLeft) setCall((current) => current ?? restoredCall(kept, result));
    });
    return () => {
      isLeft = true;
    };
  }, [key]);

  async function run(model: string, task: Task<Result>): Promise<void> {
    if (controller.current) return;
    const own = new AbortController();
    controller.current = own;
    const change = (fields: Partial<MediaCall<Result>>) => {
      if (controller.current === own) setCall((current) => current && { ...current, ...fields });
    };
    const startedMs = performance.now();
    setCall({ status: "running", model, startedMs });
    const facts: CallFacts = {};
    const report = (more: CallFacts) => {
      Object.assign(facts, more);
      change(more);
    };
    const live = { workspace, signal: own.signal, report, show: (result: Result) => change({ result }) };
    try {
      const result = await task(live);
      const endedMs = performance.now();
      change({ status: "done", result, endedMs });
      const packed = pack ? pack(result) : result;
      if (packed !== undefined)
        void storeResult(key, { ...facts, model, result: packed, durationMs: endedMs - startedMs });
      onDone(model);
    } catch (thrown) {
      const ending = own.signal.aborted ? { status: "stopped" as const } : failedBy(thrown);
      change({ ...ending, endedMs: performance.now() });
    }
    controller.current = undefined;
  }

  return { call, run, stop: () => controller.current?.abort() };
}

function restoredCall<Result>({ durationMs, ...kept }: StoredCall, result: Result): MediaCall<Result> {
  const endedMs = performance.now();
  return { ...kept, status: "done", result, startedMs: endedMs - durationMs, endedMs };
}

function failedBy(thrown: unknown) {
  return { status: "failed" as const, error: failureOf(thrown) };
}
