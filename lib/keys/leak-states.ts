/** What a workspace does with a key that is reported as leaked. */
export const LEAK_POLICIES = ["revoke", "pause", "notify"] as const;

export type LeakPolicy = (typeof LEAK_POLICIES)[number];

/**
 * What was done about a key that was reported as leaked. `kept`: an administrator enabled it again, or decided that it
 * stays enabled.
 */
export const LEAK_STATES = ["revoked", "paused", "notified", "kept"] as const;

export type LeakState = (typeof LEAK_STATES)[number];
