/** How a provider's credentials share its requests. */
export const POOL_STRATEGIES = ["ordered", "weighted", "least_loaded", "most_headroom"] as const;

export type PoolStrategy = (typeof POOL_STRATEGIES)[number];
