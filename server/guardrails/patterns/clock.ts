import { patternLimits } from "./limits.ts";

/** The processor time that custom patterns have taken on this thread, of one call. */
export type PatternClock = {
  /** Runs what reads a pattern. */
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

/** The processor time that this thread has used: other threads and processes do not lengthen it, as they do the time of day. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
