import type { GenerationRow } from "#server/data/generations.ts";
import type { Ledger } from "./ledger.ts";

/** The ledger rows of rejected requests, a bounded number of them. */
export type Rejections = {
  /**
   * Records a rejected request. Returns false if its key was rejected for the same reason too often, so that another
   * row counts it.
   */
  record(row: RejectedRow): boolean;
  /** Writes the counting rows that are due; all of them if `isLast`. Must run every second. */
  settle(isLast?: boolean): void;
};

export type RejectedRow = GenerationRow & { rejection: string; rejectedRequests: number };

/** How many requests of one key and reason get their own row in a minute. */
const ROWS_PER_MINUTE = 20;
const MINUTE_MS = 60_000;
/** For how long a row counts the others before it is written. */
const COUNTING_MS = 10_000;

type Window = { startedMs: number; rows: number; counting?: { row: RejectedRow; sinceMs: number } };

/**
 * Creates the rows of rejected requests. A client in a loop is rejected thousands of times a minute: per key and reason
 * the first 20 of a minute get a row each, and the others are counted by one row every 10 seconds, which has the facts
 * of the first of them. A process that is killed loses at most those counts of 10 seconds.
 */
export function createRejections(ledger: Pick<Ledger, "record" | "state">, now: () => number): Rejections {
  const windows = new Map<string, Window>();

  function windowOf({ workspaceId, keyHash, userId, rejection }: RejectedRow, nowMs: number): Window {
    const name = `${workspaceId} ${keyHash ?? userId} ${rejection}`;
    const known = windows.get(name);
    if (known && nowMs - known.startedMs < MINUTE_MS) return known;
    const started: Window = { startedMs: nowMs, rows: 0, ...(known?.counting && { counting: known.counting }) };
    windows.set(name, started);
    return started;
  }

  function close(window: Window): void {
    if (window.counting) ledger.record(window.counting.row);
    delete window.counting;
  }

  return {
    record(row) {
      // The journal keeps its remaining space for requests in progress.
      if (ledger.state().refusedSinceMs !== undefined) return false;
      const window = windowOf(row, now());
      if (window.rows < ROWS_PER_MINUTE) {
        window.rows += 1;
        ledger.record(row);
        return true;
      }
      if (window.counting) addTo(window.counting.row, row);
      else window.counting = { row: { ...row, guarding: structuredClone(row.guarding) }, sinceMs: now() };
      return false;
    },
    settle(isLast = false) {
      for (const [name, window] of windows) {
        if (isLast || now() - (window.counting?.sinceMs ?? now()) >= COUNTING_MS) close(window);
        if (isLast || (!window.counting && now() - window.startedMs >= MINUTE_MS)) windows.delete(name);
      }
    },
  };
}

/** A guardrail's finding in one row: the number of requests with it (`calls`, 1 if absent), and of matches. */
type Finding = { count: number; calls?: number; [fact: string]: unknown };
type Guarding = { findings: Finding[]; [fact: string]: unknown };

/** Counts one more request in a row. */
function addTo(row: RejectedRow, more: RejectedRow): void {
  row.rejectedRequests += more.rejectedRequests;
  const found = more.guarding as Guarding | null;
  if (!found) return;
  const sums = (row.guarding as Guarding | null)?.findings ?? [];
  for (const finding of found.findings) {
    const same = sums.find((sum) => identityOf(sum) === identityOf(finding));
    if (!same) {
      sums.push({ ...finding });
      continue;
    }
    same.count += finding.count;
    same.calls = (same.calls ?? 1) + 1;
  }
  row.guarding = { ...found, ...(row.guarding as Guarding | null), findings: sums };
}

function identityOf({ count: _, calls: __, ...finding }: Finding): string {
  return JSON.stringify(finding);
}
