import type { Wakeup } from "#server/jobs/wakeup.ts";
import type { Log } from "#server/log.ts";
import { type Job, type JobState, logFailure, trackRun } from "./run-every.ts";

export type DueOptions = {
  name: string;
  /** Signaled when this process has created work. */
  wakeup: Wakeup;
  log: Log;
  /** Longest sleep: other processes create work without a signal. */
  maxSleepMs: number;
};

/** Shortest sleep if due work is held elsewhere: another process may be about to release it. */
const MIN_SLEEP_MS = 50;

/**
 * Runs a job when work is due: on a wakeup, at the time that its last run returned, and at an interval in any case.
 * Only one run at a time; a failed run is logged. `job` returns the milliseconds until more work is due, or undefined
 * if none is known.
 */
export function runWhenDue(job: () => Promise<number | undefined>, { name, wakeup, log, maxSleepMs }: DueOptions): Job {
  const state: JobState = {
    name,
    intervalMs: maxSleepMs,
    isEnabled: true,
    isRunning: false,
    lastRun: undefined,
    failures: 0,
  };
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isWakeupPending = false;
  let isStopped = false;

  async function runUntilDone(): Promise<void> {
    let inMs: number | undefined;
    do {
      isWakeupPending = false;
      inMs = undefined;
      const runJob = async () => {
        inMs = await job();
      };
      await trackRun(state, runJob).catch((error: unknown) => logFailure(log, name, error));
    } while (isWakeupPending && !isStopped);
    // No await is allowed after this point: a wakeup during it would be missed.
    running = undefined;
    if (!isStopped) timer = setTimeout(run, Math.min(maxSleepMs, Math.max(MIN_SLEEP_MS, inMs ?? maxSleepMs))).unref();
  }

  function run(): void {
    isWakeupPending = true;
    if (running || isStopped) return;
    clearTimeout(timer);
    running = runUntilDone();
  }

  wakeup.listen(run);
  run();
  const stop = async () => {
    isStopped = true;
    clearTimeout(timer);
    await running;
  };
  return Object.assign(stop, { state: () => state });
}
