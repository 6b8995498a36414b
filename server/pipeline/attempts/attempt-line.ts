import type { RecordedCandidate } from "../planning/record/routing-record.ts";
import type { PoolChoice, SkippedCredential } from "../pools/pool-member.ts";

/** One attempt as stored in the ledger. */
export type AttemptLine = {
  provider: string;
  model: string;
  endpoint: string;
  /** 200, or the status of the upstream's failure. */
  status: number;
  /** Milliseconds until the response or the failure. */
  durationMs: number;
  isByok: boolean;
  /** Where the provider processed the request (`dataRegionOf`); absent if that is not known. */
  region?: string;
  /** The BYOK credential of the attempt, if it had one. */
  credentialId?: string;
  /** The environment variable of the system credential, if the provider has several. */
  systemKey?: string;
  /** The display name of that credential, or of one of several system credentials; never the key. */
  credentialName?: string;
  /** What decided for this credential among those of its provider, and its tier; absent if there was no choice. */
  chosenBy?: PoolChoice["by"];
  tier?: number;
  /** The credentials that the pool passed over, because they were at their limit, cooling down or rejected. */
  skipped?: readonly SkippedCredential[];
  error?: string;
  /** The outline of the provider's error body (`errorOutline`). */
  rawError?: string;
  /** The same request was sent again, although the provider may have processed this one. */
  mayBeBilled?: boolean;
  /** Which of two attempts at the same time this is, of a hedged request, and when it started after the request. */
  hedge?: "first" | "second";
  startedMs?: number;
  /** The gateway canceled it, because the other one responded first. */
  isCanceled?: boolean;
};

/** Returns whether a line is of an attempt at this recorded candidate. */
export function isAttemptOf(
  line: AttemptLine,
  candidate: Pick<RecordedCandidate, "endpoint" | "own" | "key">,
): boolean {
  return (
    line.endpoint === candidate.endpoint && line.credentialId === candidate.own && line.systemKey === candidate.key
  );
}
