import { UpstreamError } from "#server/errors.ts";
import { Stopper, type StopSignal } from "#server/stop-signal.ts";

export type TimeoutSettings = {
  firstContentMs: number;
  idleMs: number;
  /** What is left of the call's whole time. */
  totalMs: number;
};

/** Why an attempt was stopped from our side. */
export type Stop = "first content" | "idle" | "total" | "caller";

/** Stops one attempt when its caller leaves or its time is up. */
export type AttemptTimeouts = {
  stopper: Stopper;
  /** Gives the first content this long from now. */
  extend(firstContentMs: number): void;
  /** The first content has come: from now on the idle time counts. */
  opened(): void;
  /** Something came. */
  progress(): void;
  /** While the caller is slower than the upstream, the upstream's silence is our doing and does not count. */
  hold(isHeld: boolean): void;
  /**
   * The answer is complete: the upstream is let go after a silence of this long, and that is no failure. A caller who
   * leaves now has had it all, and what the upstream still says is how it counts.
   */
  closing(graceMs: number): void;
  /** Ends the watch. */
  done(): void;
  /** Lets the upstream go at once. */
  abandon(): void;
  stopped(): Stop | undefined;
};

/** One timer for all times: setting one anew for each thing that comes costs more than looking again when it fires. */
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
    stopped: () => reason,
  };
}

/** The failure that a stopped attempt is, for the caller and the next candidate. */
export function stopError(stop: Stop): UpstreamError {
  if (stop === "caller") return new UpstreamError(499, "The caller went away", { retryable: false });
  const message = {
    "first content": "The provider took too long to begin its answer",
    idle: "The provider stopped sending in the middle of its answer",
    total: "The call took longer than a call may take",
  }[stop];
  return new UpstreamError(524, message, { retryable: stop !== "total", fault: "upstream" });
}
