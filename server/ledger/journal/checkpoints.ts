import type { GenerationRow } from "#server/data/generations.ts";
import { jsonText } from "#server/data/json-text.ts";

/** The usage and cost so far of a request whose response is streaming. */
export type Progress = Pick<
  GenerationRow,
  "usage" | "costNanoUsd" | "byokNanoUsd" | "priceIds" | "unpriced" | "totalMs"
>;

/** Reads a request's progress; returns undefined if nothing changed since the last read. */
export type ReadProgress = () => Progress | undefined;

/** The requests in progress, as journal lines. */
export type Checkpoints = {
  /** Adds a request, replacing an earlier line of the same request. */
  add(id: string, line: string, read: ReadProgress | undefined): void;
  remove(id: string): void;
  size(): number;
  /** Returns the current line of every request, for a new journal file. */
  lines(): string[];
  /** Returns the total length of these lines in characters. */
  length(): number;
};

/** How often a request's progress is read, unless too many requests are in progress. */
const STEP_MS = 250;
const TICK_MS = 100;
/** With more than 250 requests in progress the interval grows: 1,000 reads a second cost about 1% of a processor. */
const MOST_A_TICK = 100;

type Begun = { line: string; step: string; read: ReadProgress | undefined; readMs: number };

/**
 * Creates checkpoints, which write the progress of requests at intervals, so that a killed process loses at most one
 * interval of each request. Chunks of a response cost nothing; the lines of one tick are appended together.
 */
export function createCheckpoints(append: (line: string) => void): Checkpoints {
  // In the order of their last read.
  const begun = new Map<string, Begun>();
  let length = 0;
  let timer: NodeJS.Timeout | undefined;

  function tick(): void {
    if (begun.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
    const nowMs = performance.now();
    let left = MOST_A_TICK;
    for (const [id, one] of begun) {
      if (left === 0 || one.readMs + STEP_MS > nowMs) return;
      left -= 1;
      one.readMs = nowMs;
      begun.delete(id);
      begun.set(id, one);
      note(id, one);
    }
  }

  function note(id: string, one: Begun): void {
    const progress = one.read?.();
    if (!progress) return;
    const { usage, costNanoUsd, byokNanoUsd, priceIds, unpriced, totalMs } = progress;
    const columns = {
      usage,
      cost_nano_usd: costNanoUsd,
      byok_nano_usd: byokNanoUsd ?? undefined,
      price_ids: priceIds,
      unpriced,
      total_ms: totalMs,
    };
    length -= one.step.length;
    one.step = `{"step":${jsonText({ id, ...columns })}}`;
    length += one.step.length;
    append(one.step);
  }

  function remove(id: string): void {
    const one = begun.get(id);
    if (!one) return;
    length -= one.line.length + one.step.length;
    begun.delete(id);
  }

  return {
    add(id, line, read) {
      remove(id);
      begun.set(id, { line, step: "", read, readMs: performance.now() });
      length += line.length;
      timer ??= setInterval(tick, TICK_MS).unref();
    },
    remove,
    size: () => begun.size,
    lines: () => [...begun.values()].flatMap(({ line, step }) => (step === "" ? [line] : [line, step])),
    length: () => length,
  };
}
