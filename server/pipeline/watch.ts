import { UpstreamError } from "#server/errors.ts";
import { Stopper, type StopSignal } from "#server/stop-signal.ts";

export type WatchTimes = {
  firstContentMs: number;
  idleMs: number;
  /** What is left of the call's whole time. */
  totalMs: number;
};

/** Why an attempt was stopped from our side. */
export type Stop = "first content" | "idle" | "total" | "caller";

/** Stops one attempt when its caller leaves or its time is up. */
export type Watch = {
  stopper: Stopper;
  /** Gives the first content this long from now. */
  extend(firstContentMs: number): void;
  /** The first content has come: from now on the idle time counts. */
  opened(): void;
  /** Something came. */
  progress(): void;
  /** While the caller is slower than the upstream, the upstream's silence is our doing and does not count. */
  hold(isHeld: boolean): void;
  /** The answer is complete: the upstream is let go after a silence of this long, and that is no failure. */
  closing(graceMs: number): void;
  /** Ends the watch. */
  done(): void;
  /** Lets the upstream go at once. */
  abandon(): void;
  stopped(): Stop | undefined;
};

export function startWatch(caller: StopSignal, times: WatchTimes): Watch {
  const stopper = new Stopper();
  let reason: Stop | undefined;
  let held = false;
  const stop = (why: Stop) => {
    reason ??= why;
    finish();
    stopper.abort();
  };
  const leave = () => stop("caller");
  const total = setTimeout(stop, times.totalMs, "total");
  let timer = setTimeout(stop, times.firstContentMs, "first content");
  let heardMs = 0;
  // What comes only notes the time: setting a timer anew for each piece of a stream costs more than looking again.
  const afterSilence = (ms: number, callback: () => void) => {
    const look = () => {
      const leftMs = held ? ms : heardMs + ms - performance.now();
      if (leftMs > 0) timer = setTimeout(look, leftMs);
      else callback();
    };
    clearTimeout(timer);
    heardMs = performance.now();
    timer = setTimeout(look, ms);
  };
  const finish = () => {
    clearTimeout(total);
    clearTimeout(timer);
    caller.removeEventListener("abort", leave);
  };
  if (caller.aborted) leave();
  else caller.addEventListener("abort", leave);
  return {
    stopper,
    extend(firstContentMs) {
      clearTimeout(timer);
      timer = setTimeout(stop, firstContentMs, "first content");
    },
    opened: () => afterSilence(times.idleMs, () => stop("idle")),
    progress() {
      heardMs = performance.now();
    },
    hold(isHeld) {
      held = isHeld;
      heardMs = performance.now();
    },
    closing: (graceMs) => afterSilence(graceMs, () => stopper.abort()),
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
