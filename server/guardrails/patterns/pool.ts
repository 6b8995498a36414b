import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { StopSignal } from "#server/stop-signal.ts";
import { settleOnce } from "../settle-once.ts";

/** Patterns and the texts they are looked for in. `sizes`: the instructions that each pattern compiles to. */
export type Order = { sources: readonly string[]; sizes: readonly number[]; texts: readonly string[] };

/** For each text the number of a pattern, where it begins and where it ends, one after the other. */
export type Finds = readonly Int32Array[];

type Task = {
  order: Order;
  /** Names the patterns, so that one guardrail's work cannot take every worker. */
  name: string;
  deadlineMs: number;
  done: (finds: Finds | undefined) => void;
};

type Member = { worker: Worker; task: Task | undefined; isReady: boolean; timer: NodeJS.Timeout | undefined };

const MAX_WORKERS = Math.max(2, Math.min(4, availableParallelism() - 1));
/** To compile 50 patterns on a busy machine. */
const COMPILE_MS = 10_000;
/** At least this long between two looks at how much processor time a worker has used. */
const LOOK_MS = 20;

/** `begunMs`: the processor time that a worker had used when it began a search. */
type Said = "ready" | { begunMs: number } | Finds;

const members: Member[] = [];
const queue: Task[] = [];

/**
 * Looks for patterns in texts on another thread. Undefined when that took more than `deadlineMs` of processor time, or was
 * not done after five times as long and `COMPILE_MS`, or was stopped; its thread is ended then, since a search cannot be
 * interrupted.
 */
export function findElsewhere(order: Order, deadlineMs: number, signal?: StopSignal): Promise<Finds | undefined> {
  return new Promise((resolve) => {
    const limits = { waitMs: deadlineMs * 5 + COMPILE_MS, signal, giveUp: () => giveUp(task) };
    const task: Task = { order, name: order.sources.join("\n"), deadlineMs, done: settleOnce(resolve, limits) };
    queue.push(task);
    assign();
  });
}

/** Ends a task that nobody waits for any more. */
function giveUp(task: Task): void {
  task.done(undefined);
  const waiting = queue.indexOf(task);
  if (waiting >= 0) queue.splice(waiting, 1);
  const member = members.find((one) => one.task === task);
  if (member) end(member);
}

function assign(): void {
  const next = queue.findIndex(({ name }) => sharers(name) < MAX_WORKERS - 1);
  const task = queue[next];
  if (task === undefined) return;
  const free = members.find((one) => one.isReady && one.task === undefined);
  if (!free) {
    if (members.length < MAX_WORKERS && members.every(({ isReady }) => isReady)) begin();
    return;
  }
  queue.splice(next, 1);
  give(free, task);
  assign();
}

function sharers(name: string): number {
  return members.filter(({ task }) => task?.name === name).length;
}

function give(member: Member, task: Task): void {
  member.task = task;
  member.worker.ref();
  member.timer = setTimeout(() => giveUp(task), COMPILE_MS);
  member.worker.postMessage(task.order);
}

function begin(): void {
  // By path from the project folder, so that it is found from a bundle too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/guardrails/patterns/worker.ts");
  const member: Member = { worker: new Worker(file), task: undefined, isReady: false, timer: undefined };
  members.push(member);
  member.worker.on("message", (said: Said) => hear(member, said));
  member.worker.on("error", () => end(member));
  member.worker.on("exit", () => end(member));
}

function hear(member: Member, said: Said): void {
  const { task } = member;
  clearTimeout(member.timer);
  if (typeof said === "object" && "begunMs" in said) {
    if (task) lookAfter(member, task, said.begunMs, task.deadlineMs);
    return;
  }
  if (said === "ready") member.isReady = true;
  else task?.done(said);
  member.task = undefined;
  member.worker.unref();
  assign();
}

/** Ends a search that has used its processor time: on a busy machine it may take much longer than that. */
function lookAfter(member: Member, task: Task, begunMs: number, inMs: number): void {
  member.timer = setTimeout(async () => {
    // A worker that ends now ends its task too.
    const usage = await member.worker.cpuUsage().catch(() => undefined);
    if (member.task !== task || !usage) return;
    const leftMs = task.deadlineMs + begunMs - (usage.user + usage.system) / 1000;
    if (leftMs <= 0) giveUp(task);
    else lookAfter(member, task, begunMs, Math.max(LOOK_MS, leftMs));
  }, inMs);
}

function end(member: Member): void {
  const at = members.indexOf(member);
  if (at < 0) return;
  members.splice(at, 1);
  clearTimeout(member.timer);
  void member.worker.terminate();
  member.task?.done(undefined);
  // A worker that could not start would be started for ever; its tasks end by their own time.
  if (member.isReady) assign();
}
