import type { Wakeup } from "#server/jobs/wakeup.ts";
import type { Log } from "#server/log.ts";
import { type Job, type JobState, watched } from "./every.ts";

export type DueOptions = {
  name: string;
  /** Rung when this process has made work. */
  wakeup: Wakeup;
  log: Log;
  /** The longest sleep: other processes make work without a bell. */
  mostMs: number;
};

/** The least sleep, where what is due is not to be had: another process may be about to let go of it. */
const LEAST_MS = 50;

/**
 * Runs a job when something is due: when it is rung for, when the time comes that its last run named, and now and then
 * in any case. Never two runs at once; a failed run is logged. `job` answers in how many milliseconds the next piece of
 * work is due, undefined for none that is known of.
 */
export function whenDue(job: () => Promise<number | undefined>, { name, wakeup, log, mostMs }: DueOptions): Job {
  const state: JobState = {
    name,
    intervalMs: mostMs,
    isEnabled: true,
    isRunning: false,
    lastRun: undefined,
    failures: 0,
  };
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRung = false;
  let isStopped = false;

  async function work(): Promise<void> {
    let inMs: number | undefined;
    do {
      isRung = false;
      inMs = undefined;
      const once = async () => {
        inMs = await job();
      };
      await watched(state, once).catch((error: unknown) => log.warn({ error, job: name }, "job failed"));
    } while (isRung && !isStopped);
    // Nothing may be waited for from here on: a bell in between would not be heard.
    running = undefined;
    if (!isStopped) timer = setTimeout(run, Math.min(mostMs, Math.max(LEAST_MS, inMs ?? mostMs))).unref();
  }

  function run(): void {
    isRung = true;
    if (running || isStopped) return;
    clearTimeout(timer);
    running = work();
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
