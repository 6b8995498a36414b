import type { PoolStrategy } from "#lib/contract/pool-strategies.ts";
import type { CredentialLoad } from "./credential-load.ts";

/** A credential as a part of its provider's pool. It lives as long as the credential. */
export type PoolMember = {
  /** A BYOK credential's ID, or the environment variable of a system credential. */
  id: string;
  /** Shown to people; never the key. */
  name: string;
  weight: number;
  /** A credential of a higher tier is used only when all of the lower tiers are at their limit. */
  tier: number;
  strategy: PoolStrategy;
  /** Pools in the order to use them: a workspace's own credentials before its organization's. */
  rank: number;
  load: CredentialLoad;
};

/** Why a pool chose a credential for a request. */
export type PoolChoice = {
  /** What decided among the credentials of its tier: the strategy, or the caller's session. */
  by: PoolStrategy | "session";
  tier: number;
  /** Unix ms until which the credential is passed over; 0 if it may be used now. */
  limitedUntilMs: number;
  /** Whether it is passed over because the provider rejected it, rather than at its limit or cooling down. */
  isRejected: boolean;
  /** Credentials that were passed over. */
  skipped: readonly SkippedCredential[];
};

/** `isRejected`: the provider rejected it; otherwise it was at its limit or cooling down. */
export type SkippedCredential = { id: string; name: string; untilMs: number; isRejected?: true };
