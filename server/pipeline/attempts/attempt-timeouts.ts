import { UpstreamError } from "#server/errors.ts";
import { Stopper, type StopSignal } from "#server/stop-signal.ts";

export type TimeoutSettings = {
  firstContentMs: number;
  idleMs: number;
  /** What is left of the request's total time. */
  totalMs: number;
};

/** Why we stopped an attempt. `hedge`: another one responded first. */
export type Stop = "first content" | "idle" | "total" | "caller" | "hedge";

/** Stops one attempt when its caller disconnects or a timeout expires. */
export type AttemptTimeouts = {
  stopper: Stopper;
  /** Restarts the wait for the first content with this timeout. */
  extend(firstContentMs: number): void;
  /** Marks the first content: from now on the idle timeout applies. */
  opened(): void;
  /** Restarts the idle timeout. */
  progress(): void;
  /** Pauses the idle timeout while the caller reads more slowly than the upstream sends. */
  hold(isHeld: boolean): void;
  /**
   * Marks the response as complete. The upstream is disconnected after this much silence, which is not a failure. A
   * caller who disconnects now has received everything, and the upstream may still report usage.
   */
  closing(graceMs: number): void;
  /** Stops all timers. */
  done(): void;
  /** Disconnects the upstream immediately. */
  abandon(): void;
  /** Does the same because another attempt responded first. */
  lose(): void;
  stopped(): Stop | undefined;
};

/**
 * Starts the timeouts of one attempt. All share one timer: checking the time when it fires is cheaper than resetting it
 * for each chunk.
 */
export function startTimeouts(caller: StopSignal, times: TimeoutSettings): AttemptTimeouts {
  const stopper = new Stopper();
  const endsMs = performance.now() + times.totalMs;
  let reason: Stop | undefined;
  let held = false;
  let awaited: "first content" | "idle" | "closing";
  let allowedMs: number;
  let heardMs: number;
  let looksAtMs = Number.POSITIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;

  function lookIn(ms: number): void {
    clearTimeout(timer);
    looksAtMs = performance.now() + ms;
    timer = setTimeout(look, ms);
  }

  function look(): void {
    const nowMs = performance.now();
    if (held) heardMs = nowMs;
    const leftMs = heardMs + allowedMs - nowMs;
    if (nowMs >= endsMs) stop("total");
    else if (leftMs > 0) lookIn(Math.min(leftMs, endsMs - nowMs));
    else if (awaited === "closing") stopper.abort();
    else stop(awaited);
  }

  function wait(what: typeof awaited, ms: number): void {
    awaited = what;
    allowedMs = ms;
    heardMs = performance.now();
    if (heardMs + ms < looksAtMs) lookIn(Math.min(ms, times.idleMs, endsMs - heardMs));
  }

  function stop(why: Stop): void {
    reason ??= why;
    finish();
    stopper.abort();
  }

  function finish(): void {
    clearTimeout(timer);
    looksAtMs = Number.NEGATIVE_INFINITY;
    caller.removeEventListener("abort", leave);
  }

  const leave = () => {
    if (awaited !== "closing") stop("caller");
  };
  wait("first content", times.firstContentMs);
  if (caller.aborted) leave();
  else caller.addEventListener("abort", leave);
  return {
    stopper,
    extend: (firstContentMs) => wait("first content", firstContentMs),
    opened: () => wait("idle", times.idleMs),
    progress() {
      if (awaited !== "first content") heardMs = performance.now();
    },
    hold(isHeld) {
      held = isHeld;
      heardMs = performance.now();
    },
    closing: (graceMs) => wait("closing", Math.min(graceMs, times.idleMs)),
    done: finish,
    abandon: () => stopper.abort(),
    lose: () => stop("hedge"),
    stopped: () => reason,
  };
}

/** Returns the error of a stopped attempt, for the caller and for the decision to try the next candidate. */
export function stopError(stop: Stop): UpstreamError {
  if (stop === "caller") return new UpstreamError(499, "The caller disconnected", { retryable: false });
  if (stop === "hedge") return new UpstreamError(499, "Another candidate responded first", { retryable: false });
  const message = {
    "first content": "The provider took too long to start its response",
    idle: "The provider stopped sending in the middle of its response",
    total: "The request exceeded its time limit",
  }[stop];
  return new UpstreamError(524, message, { retryable: stop !== "total", fault: "upstream" });
}
