import type { SortBy } from "#server/catalogue/sorting-variant.ts";
import type { Candidate } from "../candidate.ts";
import type { OrderFacts } from "./order.ts";

/** A candidate with the facts that decided its position. `own`: the id of its BYOK credential. */
export type RecordedCandidate = OrderFacts & { own?: string };

/** Candidates that were sorted together: those of one model, or of all. `order`: indexes; absent: as listed. */
export type RecordedList = { sort?: SortBy; candidates: RecordedCandidate[]; order?: number[] };

/**
 * Why each candidate of a call was chosen or passed over, for the ledger: the facts that the planner knew, so that the
 * decision can be explained and repeated.
 */
export type RoutingRecord = {
  lists: RecordedList[];
  /** The caller allows only the first endpoint of each model. */
  isSingle?: boolean;
  /** The candidate that served the session before and was moved to the front, by its name. */
  session?: string;
  /** The generation whose response was sent again, and what it had cost. */
  kept?: { generation: string; savedNanoUsd: number };
  /** Names of candidates, endpoints or models that were passed over, by reason and, after a colon, its details. */
  passed: Record<string, string[]>;
};

export function newRoutingRecord(): RoutingRecord {
  return { lists: [], passed: {} };
}

/** Returns the name of a candidate in a record: its endpoint and its BYOK credential. */
export function nameOfCandidate({ endpoint, own }: { endpoint: string; own?: string }): string {
  return own === undefined ? endpoint : `${endpoint} ${own}`;
}

const LONGEST_REASON = 200;

/** Records that something was passed over. */
export function notePassed(record: RoutingRecord | undefined, reason: string, name: string): void {
  if (!record) return;
  const key = reason.slice(0, LONGEST_REASON);
  const names = record.passed[key];
  if (names) names.push(name);
  else record.passed[key] = [name];
}

/** Records the candidates that a later step removed. */
export function noteRemoved(
  record: RoutingRecord,
  reason: "limit" | "private_url",
  before: readonly Candidate[],
  after: readonly Candidate[],
): void {
  if (before.length === after.length) return;
  for (const candidate of before) if (!after.includes(candidate)) notePassed(record, reason, recordedName(candidate));
}

/** Records that a session's own candidate was moved to the front. */
export function noteSession(record: RoutingRecord, candidates: readonly Candidate[]): void {
  const [first] = candidates;
  if (first) record.session = recordedName(first);
}

function recordedName({ endpoint, own }: Candidate): string {
  return nameOfCandidate({ endpoint: endpoint.id, ...(own && { own: own.id }) });
}
