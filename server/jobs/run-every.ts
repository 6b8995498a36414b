import { isDatabaseUnavailable } from "#server/errors.ts";
import type { Log } from "#server/log.ts";

/** The health of a job in this process. */
export type JobState = {
  name: string;
  intervalMs: number;
  isEnabled: boolean;
  isRunning: boolean;
  /** When its last run ended (Unix ms), and how long it took. */
  lastRun: { endedAtMs: number; tookMs: number; failed: boolean } | undefined;
  /** Consecutive failures. */
  failures: number;
};

/** Stops the job once its current run has finished; `state` returns its health. */
export type Job = { (): Promise<void>; state(): JobState };

/**
 * Runs a job at an interval, one run at a time. A failed run is logged, and the next one takes place anyway. Returns a
 * function that stops the job and waits for its current run. With `enabled` false the job never runs.
 */
export function runEvery(intervalMs: number, name: string, job: () => Promise<void>, log: Log, enabled = true): Job {
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
    running ??= trackRun(state, job)
      .catch((error: unknown) => logFailure(log, name, error))
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

/** Logs a failed run; while the database does not respond, which has been logged, only for debugging. */
export function logFailure(log: Log, job: string, error: unknown): void {
  if (isDatabaseUnavailable(error)) log.debug({ job }, "job waits for the database");
  else log.warn({ error, job }, "job failed");
}

/** Runs a job once and records the result in its state. */
export async function trackRun(state: JobState, job: () => Promise<void>): Promise<void> {
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
