import type { GenerationRow } from "#server/data/generations.ts";
import { jsonText } from "#server/data/json-text.ts";

/** What is known of a call that is still being answered. */
export type Progress = Pick<GenerationRow, "usage" | "costNanoUsd" | "priceIds" | "unpriced" | "totalMs">;

/** Reads how far a call is; undefined when it is no further than when it was last read. */
export type ReadProgress = () => Progress | undefined;

/** The calls whose answers are under way, as lines of the journal. */
export type Checkpoints = {
  /** Replaces what was added for the same call. */
  add(id: string, line: string, read: ReadProgress | undefined): void;
  remove(id: string): void;
  size(): number;
  /** Every line that says what is known now, for a new file of the journal. */
  lines(): string[];
  /** Characters of these lines. */
  length(): number;
};

/** A call is read this often, unless so many are under way that it has to wait for its turn. */
const STEP_MS = 250;
const TICK_MS = 100;
/** With more than 250 calls under way the steps get longer: 1,000 a second cost about a hundredth of a processor. */
const MOST_A_TICK = 100;

type Begun = { line: string; step: string; read: ReadProgress | undefined; readMs: number };

/**
 * Writes down by time how far the calls under way are, so that a killed process loses one step of each at most.
 * Nothing is done for a chunk; the lines of a tick are written to the journal together.
 */
export function createCheckpoints(append: (line: string) => void): Checkpoints {
  // In the order in which they were last read.
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
    const { usage, costNanoUsd, priceIds, unpriced, totalMs } = progress;
    const columns = { usage, cost_nano_usd: costNanoUsd, price_ids: priceIds, unpriced, total_ms: totalMs };
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
