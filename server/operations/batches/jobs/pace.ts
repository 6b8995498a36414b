import { performance } from "node:perf_hooks";

/** How many requests of batches a process may run. */
export type Pace = { most(): number };

const MEASURED_MS = 200;
/** Above this share of time spent working, requests from outside would wait noticeably. */
const BUSY = 0.7;

/**
 * Creates the pace of batches: one request at a time while the process is busy, `most` otherwise. `busyShare` returns
 * the share of time, from 0 to 1, that the process has worked since its last request.
 */
export function createPace(most: number, busyShare = busyShareOfLoop(), now = () => performance.now()): Pace {
  let measuredMs = Number.NEGATIVE_INFINITY;
  let isBusy = false;
  return {
    most() {
      if (now() - measuredMs >= MEASURED_MS) {
        measuredMs = now();
        isBusy = busyShare() > BUSY;
      }
      return isBusy ? 1 : most;
    },
  };
}

function busyShareOfLoop(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const next = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(next, last);
    last = next;
    return utilization;
  };
}
