import type { StopSignal } from "#server/stop-signal.ts";

type Limits = {
  waitMs: number;
  signal: StopSignal | undefined;
  /** Called after `waitMs`, or when the signal stops. */
  giveUp: () => void;
};

/** Returns a function that passes the first result on and then stops waiting for the time limit and the signal. */
export function settleOnce<Result>(
  settle: (result: Result) => void,
  { waitMs, signal, giveUp }: Limits,
): (result: Result) => void {
  let isSettled = false;
  const timer = setTimeout(giveUp, waitMs);
  signal?.addEventListener("abort", giveUp);
  return (result) => {
    if (isSettled) return;
    isSettled = true;
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    settle(result);
  };
}
