import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { StopSignal } from "#server/stop-signal.ts";
import { settleOnce } from "../settle-once.ts";

/** Patterns and the texts to search. `sizes`: the number of compiled instructions of each pattern. */
export type Order = { sources: readonly string[]; sizes: readonly number[]; texts: readonly string[] };

/** For each text: pattern number, start and end, in a flat list. */
export type Finds = readonly Int32Array[];

type Task = {
  order: Order;
  /** Identifies the patterns, so that the work of one guardrail cannot occupy every worker. */
  name: string;
  deadlineMs: number;
  done: (finds: Finds | undefined) => void;
};

type Member = { worker: Worker; task: Task | undefined; isReady: boolean; timer: NodeJS.Timeout | undefined };

const MAX_WORKERS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** The time to compile 50 patterns on a busy machine. */
const COMPILE_MS = 10_000;
/** Minimum time between two checks of a worker's processor time. */
const LOOK_MS = 20;

/** `startCpuMs`: the processor time that a worker had used when it started a search. */
type WorkerMessage = "ready" | { startCpuMs: number } | Finds;

const members: Member[] = [];
const queue: Task[] = [];

/**
 * Searches texts for patterns on another thread. Returns undefined if this takes more than `deadlineMs` of processor
 * time, or five times that plus `COMPILE_MS` in total, or is stopped; the thread is then terminated, since a search
 * cannot be interrupted.
 */
export function findElsewhere(order: Order, deadlineMs: number, signal?: StopSignal): Promise<Finds | undefined> {
  return new Promise((resolve) => {
    const limits = { waitMs: deadlineMs * 5 + COMPILE_MS, signal, giveUp: () => giveUp(task) };
    const task: Task = { order, name: order.sources.join("\n"), deadlineMs, done: settleOnce(resolve, limits) };
    queue.push(task);
    assign();
  });
}

/** Ends a task whose result is no longer needed. */
function giveUp(task: Task): void {
  task.done(undefined);
  const waiting = queue.indexOf(task);
  if (waiting >= 0) queue.splice(waiting, 1);
  const member = members.find((one) => one.task === task);
  if (member) endWorker(member);
}

function assign(): void {
  const next = queue.findIndex(({ name }) => countSharers(name) < MAX_WORKERS - 1);
  const task = queue[next];
  if (task === undefined) return;
  const free = members.find((one) => one.isReady && one.task === undefined);
  if (!free) {
    if (members.length < MAX_WORKERS && members.every(({ isReady }) => isReady)) startWorker();
    return;
  }
  queue.splice(next, 1);
  give(free, task);
  assign();
}

function countSharers(name: string): number {
  return members.filter(({ task }) => task?.name === name).length;
}

function give(member: Member, task: Task): void {
  member.task = task;
  member.worker.ref();
  member.timer = setTimeout(() => giveUp(task), COMPILE_MS);
  member.worker.postMessage(task.order);
}

function startWorker(): void {
  // A path from the project folder, so that a bundle finds it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/guardrails/patterns/worker.ts");
  const member: Member = { worker: new Worker(file), task: undefined, isReady: false, timer: undefined };
  members.push(member);
  member.worker.on("message", (message: WorkerMessage) => handleMessage(member, message));
  member.worker.on("error", () => endWorker(member));
  member.worker.on("exit", () => endWorker(member));
}

function handleMessage(member: Member, message: WorkerMessage): void {
  const { task } = member;
  clearTimeout(member.timer);
  if (typeof message === "object" && "startCpuMs" in message) {
    if (task) watchCpuTime(member, task, message.startCpuMs, task.deadlineMs);
    return;
  }
  if (message === "ready") member.isReady = true;
  else task?.done(message);
  member.task = undefined;
  member.worker.unref();
  assign();
}

/** Ends a search that has used up its processor time, which may take much longer on a busy machine. */
function watchCpuTime(member: Member, task: Task, startCpuMs: number, inMs: number): void {
  member.timer = setTimeout(async () => {
    // If the worker is already ending, its task ends too.
    const usage = await member.worker.cpuUsage().catch(() => undefined);
    if (member.task !== task || !usage) return;
    const leftMs = task.deadlineMs + startCpuMs - (usage.user + usage.system) / 1000;
    if (leftMs <= 0) giveUp(task);
    else watchCpuTime(member, task, startCpuMs, Math.max(LOOK_MS, leftMs));
  }, inMs);
}

function endWorker(member: Member): void {
  const at = members.indexOf(member);
  if (at < 0) return;
  members.splice(at, 1);
  clearTimeout(member.timer);
  void member.worker.terminate();
  member.task?.done(undefined);
  // A worker that could not start would be restarted forever; its tasks end at their own limit.
  if (member.isReady) assign();
}
