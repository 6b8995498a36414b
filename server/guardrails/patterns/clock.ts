import { patternLimits } from "./limits.ts";

/** The time that custom patterns have taken on this thread, of one call. */
export type PatternClock = {
  /** Runs what reads a pattern. */
  timed: <Value>(run: () => Value) => Value;
  isLate: () => boolean;
};

export function createPatternClock(): PatternClock {
  let spentMs = 0;
  return {
    timed: (run) => {
      const startMs = performance.now();
      try {
        return run();
      } finally {
        spentMs += performance.now() - startMs;
      }
    },
    isLate: () => spentMs > patternLimits.deadlineMs,
  };
}
