import { patternLimits } from "./limits.ts";

/** The processor time that the custom patterns of one request have used on this thread. */
export type PatternClock = {
  /** Runs and measures a function that reads a pattern. */
  timed: <Value>(run: () => Value) => Value;
  isLate: () => boolean;
};

export function createPatternClock(): PatternClock {
  let spentMs = 0;
  return {
    timed: (run) => {
      const startMs = threadCpuMs();
      try {
        return run();
      } finally {
        spentMs += threadCpuMs() - startMs;
      }
    },
    isLate: () => spentMs > patternLimits.deadlineMs,
  };
}

/** Returns the processor time of this thread, which other threads and processes do not affect. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
