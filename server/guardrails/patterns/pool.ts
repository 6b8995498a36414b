import { availableParallelism } from "node:os";
import type { StopSignal } from "#server/stop-signal.ts";
import { type RunningTask, WorkerPool } from "../worker-pool.ts";

/** Patterns and the texts to search. `sizes`: the number of compiled instructions of each pattern. */
export type Order = { sources: readonly string[]; sizes: readonly number[]; texts: readonly string[] };

/** For each text: pattern number, start and end, in a flat list. */
export type Finds = readonly Int32Array[];

/** What a worker posts before a search: the processor time that it has used so far. */
export type SearchStart = { startCpuMs: number };

const MAX_WORKERS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** The time to start a worker and compile 50 patterns on a busy machine. */
const COMPILE_MS = 10_000;
/** Minimum time between two checks of a worker's processor time. */
const LOOK_MS = 20;

const pool = new WorkerPool<Order, Finds>({
  file: "server/guardrails/patterns/worker.ts",
  workersMax: MAX_WORKERS,
  sameNameMax: MAX_WORKERS - 1,
});

/**
 * Searches texts for patterns on another thread. Returns undefined if this takes more than `deadlineMs` of processor
 * time, or five times that plus `COMPILE_MS` in total, or is stopped; the thread is then terminated, since a search
 * cannot be interrupted. The searches of one guardrail never occupy every thread.
 */
export function findElsewhere(order: Order, deadlineMs: number, signal?: StopSignal): Promise<Finds | undefined> {
  return pool.run(order, {
    waitMs: deadlineMs * 5 + COMPILE_MS,
    signal,
    name: order.sources.join("\n"),
    watch: (task) => watch(task, deadlineMs),
  });
}

function watch(task: RunningTask, deadlineMs: number): void {
  const compiling = setTimeout(() => {
    if (!task.isOver()) task.giveUp();
  }, COMPILE_MS).unref();
  task.worker.once("message", ({ startCpuMs }: SearchStart) => {
    clearTimeout(compiling);
    watchCpuTime(task, startCpuMs + deadlineMs, deadlineMs);
  });
}

/** Gives up a search that has used up its processor time, which may take much longer on a busy machine. */
function watchCpuTime(task: RunningTask, endCpuMs: number, inMs: number): void {
  const look = async () => {
    // If the worker is already ending, its task ends too.
    const usage = task.isOver() ? undefined : await task.worker.cpuUsage().catch(() => undefined);
    if (!usage || task.isOver()) return;
    const leftMs = endCpuMs - (usage.user + usage.system) / 1000;
    if (leftMs <= 0) task.giveUp();
    else watchCpuTime(task, endCpuMs, Math.max(LOOK_MS, leftMs));
  };
  setTimeout(look, inMs).unref();
}
