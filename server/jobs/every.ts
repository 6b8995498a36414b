import type { Log } from "#server/log.ts";

/** How a job fares in this process. */
export type JobState = {
  name: string;
  intervalMs: number;
  isEnabled: boolean;
  isRunning: boolean;
  /** Unix ms of the end of its last run, and how long that took. */
  lastRun: { endedAtMs: number; tookMs: number; failed: boolean } | undefined;
  /** Failures in a row. */
  failures: number;
};

/** Stops a job, once a run under way is over; and tells how it fares. */
export type Job = { (): Promise<void>; state(): JobState };

/**
 * Runs a job now and then, never two runs at once; a failed run is logged and the next one comes all the same.
 * Answers how to stop it, which waits for a run under way. `enabled` false: it never runs.
 */
export function every(intervalMs: number, name: string, job: () => Promise<void>, log: Log, enabled = true): Job {
  const state: JobState = {
    name,
    intervalMs,
    isEnabled: enabled,
    isRunning: false,
    lastRun: undefined,
    failures: 0,
  };
  if (!enabled) return Object.assign(async () => undefined, { state: () => state });
  let running: Promise<void> | undefined;
  const run = () => {
    running ??= watched(state, job)
      .catch((error: unknown) => log.warn({ error, job: name }, "job failed"))
      .finally(() => {
        running = undefined;
      });
  };
  run();
  const timer = setInterval(run, intervalMs);
  timer.unref();
  const stop = async () => {
    clearInterval(timer);
    await running;
  };
  return Object.assign(stop, { state: () => state });
}

/** Runs a job once and notes it in its state. */
export async function watched(state: JobState, job: () => Promise<void>): Promise<void> {
  const startedMs = performance.now();
  state.isRunning = true;
  let failed = true;
  try {
    await job();
    failed = false;
  } finally {
    state.isRunning = false;
    state.failures = failed ? state.failures + 1 : 0;
    state.lastRun = { endedAtMs: Date.now(), tookMs: performance.now() - startedMs, failed };
  }
}
