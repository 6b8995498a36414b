import { round } from "../numbers.ts";

/** How long a run took, and the longest time for which nothing else in the process could run, milliseconds. */
export type Held = { totalMs: number; longestTurnMs: number };

/** Of several runs the one least disturbed by what else the machine does. */
export async function measured(run: () => unknown): Promise<Held> {
  const runs: Held[] = [];
  for (let count = 0; count < RUNS; count += 1) runs.push(await once(run));
  const least = (name: keyof Held) => Math.min(...runs.map((one) => one[name]));
  return { totalMs: round(least("totalMs"), 0), longestTurnMs: round(least("longestTurnMs"), 1) };
}

const RUNS = 4;

async function once(run: () => unknown): Promise<Held> {
  await turn();
  const watch = watchTurns();
  const beganMs = performance.now();
  await run();
  const totalMs = performance.now() - beganMs;
  return { totalMs, longestTurnMs: watch.end() };
}

const turn = () => new Promise((done) => setTimeout(done, 5));

/** The longest turn of the event loop in CPU time of this thread, which a busy machine does not stretch. */
function watchTurns() {
  let isOver = false;
  let longestMs = 0;
  let lastMs = cpuMs();
  const look = () => {
    const nowMs = cpuMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  return {
    end() {
      isOver = true;
      look();
      return longestMs;
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
