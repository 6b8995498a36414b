import type { StopSignal } from "#server/stop-signal.ts";
import type { Counter } from "./counter.ts";

/** The result of one attempt to take: done, or the counters that did not allow it and when they may (ms). */
export type Outcome<Done> = { done: Done } | { blockers: readonly Counter[]; freesMs: number };

/** How a wait ended: with what was taken, or because the caller left, its time was over, or the process stops. */
export type Waited<Done> = { done: Done } | { ended: "left" | "late" | "draining" } | { thrown: unknown };

export type Waiting<Done> = {
  /** The workspace. */
  group: string;
  /** The counters that the request takes from. */
  names: ReadonlySet<string>;
  /** 0 goes first. */
  priority: number;
  waitMs: number;
  caller: StopSignal;
  attempt(): Promise<Outcome<Done>>;
  /** Gives back what was taken for a request that no longer waits. */
  undo(done: Done): void;
};

/** Requests that wait for a rate limit in this process, in order of priority and arrival. */
export type WaitingRoom = {
  /** Waits until an attempt succeeds. Returns undefined at once if too many requests of the group wait already. */
  wait<Done>(waiting: Waiting<Done>): Promise<Waited<Done>> | undefined;
  /** Returns the counters of these that a request with this priority must not take from before others. */
  ahead(group: string, names: ReadonlySet<string>, priority: number): ReadonlySet<string>;
  /** Returns how many requests of a workspace wait. */
  countOf(group: string): number;
  /** Tries again for a workspace, because something was given back. */
  wake(group: string): void;
  wakeAll(): void;
  /** Ends every wait; later ones end at once. */
  drain(): void;
};

/** How many requests of a workspace may wait in a process. */
const MOST_WAITING = 1_000;
/** How often to ask a shared store, which says nothing when other processes give back. */
const POLL_MS = 100;

type Waiter = {
  waiting: Waiting<unknown>;
  /** The counters that rejected its last attempt. */
  blockers: ReadonlySet<string>;
  isOver: boolean;
  end(waited: Waited<unknown>): void;
};

type Queue = { waiters: Waiter[]; isTrying: boolean; again: boolean; timer: NodeJS.Timeout | undefined };

/** `polls`: the counters change without a call of `wake`. */
export function createWaitingRoom(polls: boolean): WaitingRoom {
  const queues = new Map<string, Queue>();
  let isDraining = false;

  function leave(group: string, waiter: Waiter): void {
    waiter.isOver = true;
    const queue = queues.get(group);
    if (!queue) return;
    queue.waiters = queue.waiters.filter((one) => one !== waiter);
    if (queue.waiters.length > 0) return;
    clearTimeout(queue.timer);
    queues.delete(group);
  }

  async function tryAll(group: string): Promise<void> {
    const queue = queues.get(group);
    if (!queue) return;
    queue.again = true;
    if (queue.isTrying) return;
    queue.isTrying = true;
    clearTimeout(queue.timer);
    let freesMs = Number.POSITIVE_INFINITY;
    while (queue.again) {
      queue.again = false;
      freesMs = await tryEach(queue);
    }
    queue.isTrying = false;
    if (queue.waiters.length === 0) return;
    const nextMs = polls ? Math.min(freesMs, POLL_MS) : freesMs;
    if (Number.isFinite(nextMs)) queue.timer = setTimeout(() => void tryAll(group), nextMs).unref();
  }

  /** Tries each waiter once, except those behind another that waits for the same counter. Returns when to try again. */
  async function tryEach(queue: Queue): Promise<number> {
    const blocked = new Set<string>();
    let nextMs = Number.POSITIVE_INFINITY;
    for (const waiter of [...queue.waiters]) {
      const { names, attempt, undo } = waiter.waiting;
      if (waiter.isOver || !names.isDisjointFrom(blocked)) continue;
      const outcome = await attempt().catch((thrown: unknown) => ({ thrown }));
      if ("thrown" in outcome) {
        waiter.end(outcome);
        continue;
      }
      if ("done" in outcome) {
        if (waiter.isOver) undo(outcome.done);
        else waiter.end({ done: outcome.done });
        continue;
      }
      waiter.blockers = new Set(outcome.blockers.map(({ name }) => name));
      for (const name of waiter.blockers) blocked.add(name);
      if (outcome.freesMs > 0) nextMs = Math.min(nextMs, outcome.freesMs);
    }
    return nextMs;
  }

  function enter(waiter: Waiter): void {
    const { group, priority } = waiter.waiting;
    const queue = queues.get(group) ?? { waiters: [], isTrying: false, again: false, timer: undefined };
    queues.set(group, queue);
    const at = queue.waiters.findIndex(({ waiting }) => waiting.priority > priority);
    queue.waiters.splice(at < 0 ? queue.waiters.length : at, 0, waiter);
  }

  return {
    wait<Done>(waiting: Waiting<Done>) {
      const { group, caller, names, waitMs } = waiting;
      if ((queues.get(group)?.waiters.length ?? 0) >= MOST_WAITING) return undefined;
      return new Promise<Waited<Done>>((resolve) => {
        const onLeft = () => waiter.end({ ended: "left" });
        const timer = setTimeout(() => waiter.end({ ended: "late" }), waitMs);
        const waiter: Waiter = {
          waiting: waiting as Waiting<unknown>,
          blockers: names,
          isOver: false,
          end(waited) {
            if (waiter.isOver) return;
            clearTimeout(timer);
            caller.removeEventListener("abort", onLeft);
            leave(group, waiter);
            resolve(waited as Waited<Done>);
          },
        };
        caller.addEventListener("abort", onLeft);
        enter(waiter);
        if (caller.aborted) onLeft();
        else if (isDraining) waiter.end({ ended: "draining" });
        else void tryAll(group);
      });
    },
    ahead(group, names, priority) {
      const waiters = queues.get(group)?.waiters.filter(({ waiting }) => waiting.priority <= priority) ?? [];
      return new Set(waiters.flatMap(({ blockers }) => [...blockers.intersection(names)]));
    },
    countOf: (group) => queues.get(group)?.waiters.length ?? 0,
    wake: (group) => void tryAll(group),
    wakeAll() {
      for (const group of queues.keys()) void tryAll(group);
    },
    drain() {
      isDraining = true;
      for (const { waiters } of queues.values()) for (const waiter of [...waiters]) waiter.end({ ended: "draining" });
    },
  };
}
