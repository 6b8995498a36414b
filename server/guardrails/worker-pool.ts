import { join } from "node:path";
import { type ResourceLimits, Worker } from "node:worker_threads";
import type { StopSignal } from "#server/stop-signal.ts";
import { settleOnce } from "./settle-once.ts";

/** A task that a worker is running. */
export type RunningTask = {
  worker: Worker;
  isOver: () => boolean;
  /** Ends the task without a result, and its worker, since its work cannot be interrupted. */
  giveUp: () => void;
};

export type TaskOptions = {
  /** Maximum total time, including the queue. */
  waitMs: number;
  signal: StopSignal | undefined;
  /** Identifies tasks of the same kind, for `sameNameMax`. */
  name?: string;
  /** Called when a worker starts with the task: gives it up when it exceeds its limits. */
  watch: (task: RunningTask) => void;
};

export type WorkerPoolOptions = {
  /** A file of the project, relative to its folder. It posts `{ result }` for each message it receives. */
  file: string;
  workersMax: number;
  /** Maximum number of workers that run tasks with one name, so that these cannot occupy all of them. */
  sameNameMax?: number;
  /** Ends a worker without a task after this time; never without it. */
  idleMs?: number;
  /** Drops what a worker prints. */
  isSilent?: boolean;
  resourceLimits?: ResourceLimits;
};

type Task<Order, Result> = {
  order: Order;
  name: string | undefined;
  watch: TaskOptions["watch"];
  done: (result: Result | undefined) => void;
};
type Member<Order, Result> = {
  worker: Worker;
  task: Task<Order, Result> | undefined;
  idle: NodeJS.Timeout | undefined;
};

/** Threads that do work which would block the process, one task at a time each. They start on demand. */
export class WorkerPool<Order, Result> {
  readonly #options: WorkerPoolOptions;
  readonly #members: Member<Order, Result>[] = [];
  readonly #queue: Task<Order, Result>[] = [];

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Returns the result of the task; undefined if it was given up, was stopped, or its worker ended. */
  run(order: Order, { waitMs, signal, name, watch }: TaskOptions): Promise<Result | undefined> {
    return new Promise((resolve) => {
      const done = settleOnce(resolve, { waitMs, signal, giveUp: () => this.#giveUp(task) });
      const task: Task<Order, Result> = { order, name, watch, done };
      this.#queue.push(task);
      this.#assign();
    });
  }

  #giveUp(task: Task<Order, Result>): void {
    task.done(undefined);
    const waiting = this.#queue.indexOf(task);
    if (waiting >= 0) this.#queue.splice(waiting, 1);
    const member = this.#members.find((one) => one.task === task);
    if (member) this.#end(member);
  }

  #assign(): void {
    const { workersMax, sameNameMax = workersMax } = this.#options;
    const next = this.#queue.findIndex(({ name }) => this.#countSharers(name) < sameNameMax);
    const task = this.#queue[next];
    if (!task) return;
    const free = this.#members.find((one) => one.task === undefined);
    const member = free ?? (this.#members.length < workersMax ? this.#start() : undefined);
    if (!member) return;
    this.#queue.splice(next, 1);
    this.#give(member, task);
    this.#assign();
  }

  #countSharers(name: string | undefined): number {
    return this.#members.filter(({ task }) => task && task.name === name).length;
  }

  #give(member: Member<Order, Result>, task: Task<Order, Result>): void {
    clearTimeout(member.idle);
    member.task = task;
    member.worker.ref();
    task.watch({
      worker: member.worker,
      isOver: () => member.task !== task,
      giveUp: () => this.#giveUp(task),
    });
    member.worker.postMessage(task.order);
  }

  #start(): Member<Order, Result> {
    const { file, isSilent = false, resourceLimits } = this.#options;
    // From the project folder, so that a bundle finds it too.
    const path = join(/*turbopackIgnore: true*/ process.cwd(), file);
    const worker = new Worker(path, { resourceLimits, stdout: isSilent, stderr: isSilent });
    if (isSilent) for (const stream of [worker.stdout, worker.stderr]) stream.resume();
    const member: Member<Order, Result> = { worker, task: undefined, idle: undefined };
    this.#members.push(member);
    worker.on("message", (message: object) => {
      if ("result" in message) this.#finish(member, message.result as Result | undefined);
    });
    worker.on("error", () => this.#end(member));
    worker.on("exit", () => this.#end(member));
    return member;
  }

  #finish(member: Member<Order, Result>, result: Result | undefined): void {
    member.task?.done(result);
    member.task = undefined;
    member.worker.unref();
    const { idleMs } = this.#options;
    if (idleMs !== undefined) member.idle = setTimeout(() => this.#end(member), idleMs).unref();
    this.#assign();
  }

  #end(member: Member<Order, Result>): void {
    const at = this.#members.indexOf(member);
    if (at < 0) return;
    this.#members.splice(at, 1);
    clearTimeout(member.idle);
    void member.worker.terminate();
    member.task?.done(undefined);
    member.task = undefined;
    this.#assign();
  }
}
