"use client";

import { useEffect, useRef, useState } from "react";
import { failureOf } from "../result/failure-of.ts";
import type { Live, MediaCall } from "./media-call.ts";

type Task<Result> = (live: Live<Result>) => Promise<Result>;

/**
 * The single request of a playground mode, with its whole life cycle. `onDone` receives the model of a successful one.
 */
export function useMediaCall<Result>(workspace: string, onDone: (model: string) => void) {
  const [call, setCall] = useState<MediaCall<Result>>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  async function run(model: string, task: Task<Result>): Promise<void> {
    if (controller.current) return;
    const own = new AbortController();
    controller.current = own;
    const change = (fields: Partial<MediaCall<Result>>) => {
      if (controller.current === own) setCall((current) => current && { ...current, ...fields });
    };
    setCall({ status: "running", model, startedMs: performance.now() });
    const live = { workspace, signal: own.signal, report: change, show: (result: Result) => change({ result }) };
    try {
      const result = await task(live);
      change({ status: "done", result, endedMs: performance.now() });
      onDone(model);
    } catch (thrown) {
      const ending = own.signal.aborted ? { status: "stopped" as const } : failedBy(thrown);
      change({ ...ending, endedMs: performance.now() });
    }
    controller.current = undefined;
  }

  return { call, run, stop: () => controller.current?.abort() };
}

function failedBy(thrown: unknown) {
  return { status: "failed" as const, error: failureOf(thrown) };
}
