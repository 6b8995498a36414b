import { z } from "zod";

/** How a provider's credentials share its requests. */
export const POOL_STRATEGIES = ["ordered", "weighted", "least_loaded", "most_headroom"] as const;

export type PoolStrategy = (typeof POOL_STRATEGIES)[number];

/** The largest weight and tier of a credential. */
export const HIGHEST_IN_POOL = 1000;

const PoolNumber = z.number().int().min(1).max(HIGHEST_IN_POOL);

export const CredentialWeight = PoolNumber.describe(
  "Share of the requests relative to the other keys of the pool, 1 unless set. The strategy `ordered` ignores it.",
);
export const CredentialTier = PoolNumber.describe(
  "Keys of tier 1 are used first. A higher tier is used only while all keys of the lower tiers are at their limit.",
);
