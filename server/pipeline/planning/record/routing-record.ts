import type { HedgeOutcome } from "#lib/contract/generation-routing.ts";
import type { SortBy } from "#server/catalogue/sorting-variant.ts";
import type { Arm } from "../../aliases/arm.ts";
import type { PoolChoice } from "../../pools/pool-member.ts";
import type { Candidate } from "../candidate.ts";
import type { OrderFacts } from "./candidate-order.ts";

/**
 * A candidate with the facts that decided its position. `own`: the id of its BYOK credential. `key`: its system
 * credential, if the provider has several. `pool`: why the credential comes before or after others of the same
 * provider.
 */
export type RecordedCandidate = OrderFacts & {
  own?: string;
  key?: string;
  pool?: PoolFacts;
  /** It was paused because the provider rejected its credential. */
  isRejected?: true;
};

/** `limitedMs`: how long the credential is passed over: at its limit, cooling down or rejected. */
export type PoolFacts = Pick<PoolChoice, "by" | "tier"> & { limitedMs?: number; isRejected?: true };

/** Candidates that were sorted together: those of one model, or of all. `order`: indexes; absent: as listed. */
export type RecordedList = { sort?: SortBy; candidates: RecordedCandidate[]; order?: number[] };

/**
 * Why each candidate of a request was chosen or passed over, for the ledger: the facts that the planner knew, so that
 * the decision can be explained and repeated.
 */
export type RoutingRecord = {
  lists: RecordedList[];
  /** The caller allows only the first endpoint of each model. */
  isSingle?: boolean;
  /** The candidate that served the session before and was moved to the front, by its name. */
  session?: string;
  /** The sides of the canaries that the request was assigned to, the requested alias first. */
  arms?: Pick<Arm, "alias" | "target">[];
  /** What a requested hedge did. */
  hedge?: HedgeRecord;
  /** The generation whose response was sent again, and what it had cost. */
  kept?: { generation: string; savedNanoUsd: number };
  /** Names of candidates, endpoints or models that were passed over, by reason and, after a colon, its details. */
  passed: Record<string, string[]>;
};

/**
 * What became of the second attempt that a caller asked for if the first is slow. `outcome`: which of the two responded
 * first, `failed` if neither did; else why there was no second one. `afterMs`: how long the first had. `canceled`: the
 * other candidate, its generation and its cost.
 */
export type HedgeRecord = {
  outcome: HedgeOutcome;
  afterMs?: number;
  canceled?: { name: string; generation?: string; costNanoUsd?: number };
};

export function newRoutingRecord(): RoutingRecord {
  return { lists: [], passed: {} };
}

/**
 * Returns the name of a candidate in a record: its endpoint and its credential, if that is not the only system
 * credential.
 */
export function nameOfCandidate({ endpoint, own, key }: { endpoint: string; own?: string; key?: string }): string {
  const credential = own ?? key;
  return credential === undefined ? endpoint : `${endpoint} ${credential}`;
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
  reason: "limit" | "private_url" | "rate_limit",
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

/** Returns the name of a candidate in a record. */
export function recordedName({ endpoint, own, systemKey }: Candidate): string {
  return nameOfCandidate({
    endpoint: endpoint.id,
    ...(own && { own: own.id }),
    ...(systemKey !== undefined && { key: systemKey }),
  });
}
