import { cpuMs } from "../cpu-ms.ts";
import { round } from "../numbers.ts";

/**
 * How long a run took, and its longest turn of the event loop, in which nothing else in the process could run; in
 * milliseconds.
 */
export type TurnTimes = { totalMs: number; longestTurnMs: number };

/** Returns the lowest times of several runs, because other work on the machine disturbs them. */
export async function measureTurns(run: () => unknown): Promise<TurnTimes> {
  const runs: TurnTimes[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await measureOnce(run));
  const least = (name: keyof TurnTimes) => Math.min(...runs.map((one) => one[name]));
  return { totalMs: round(least("totalMs"), 0), longestTurnMs: round(least("longestTurnMs"), 1) };
}

const RUNS = 4;

async function measureOnce(run: () => unknown): Promise<TurnTimes> {
  await nextTurn();
  const watch = watchTurns();
  const startedMs = performance.now();
  await run();
  const totalMs = performance.now() - startedMs;
  return { totalMs, longestTurnMs: watch.end() };
}

const nextTurn = () => new Promise((done) => setTimeout(done, 5));

/**
 * Measures the longest turn of the event loop in CPU time of this thread, which does not depend on other work on the
 * machine.
 */
function watchTurns() {
  let isOver = false;
  let longestMs = 0;
  let lastMs = cpuMs();
  const measureTurn = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(measureTurn);
  };
  setImmediate(measureTurn);
  return {
    end() {
      isOver = true;
      measureTurn();
      return longestMs;
    },
  };
}
