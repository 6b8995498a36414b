import { consume, type Limiter, limiters } from "../limiter.ts";
import type { SharedStore } from "../shared-store.ts";
import { createSignInThrottle, type SignInThrottle } from "../sign-in-throttle.ts";

export type RateLimits = SignInThrottle & {
  /** Counts one request of a key. Throws 429 with Retry-After past the limit. */
  take(who: string): Promise<void> | void;
  /** Counts one step for an address or a user. Throws 429 with Retry-After past the step's limit. */
  takeStep(step: AccountStep, who: string): Promise<void>;
  /**
   * Returns since when this process has counted on its own because Redis does not respond (Unix ms); undefined
   * otherwise.
   */
  apartSinceMs(): number | undefined;
};

/** Each step has its own limit, so that one of them cannot use up another's attempts. */
export type AccountStep = keyof typeof STEPS_PER_MINUTE;

/** A whole office may sign in at its identity provider from one address. */
const STEPS_PER_MINUTE = {
  "set-up": 10,
  invitation: 10,
  reset: 10,
  account: 10,
  "single-sign-on": 120,
  /** Agents of an office that start to sign in, and that ask for their next key. */
  device: 30,
  "device-token": 600,
  /** Codes that a person enters. */
  "device-code": 20,
  /** A directory that sends all of its users. */
  scim: 1200,
  "key-report": 20,
  "signed-key-report": 600,
};

export type RateLimitOptions = { requestsPerMinute?: number | undefined; store?: SharedStore | undefined };

/** Creates the gateway's rate limits, in memory or in the shared store. */
export function createRateLimits(options: RateLimitOptions): RateLimits {
  const { store } = options;
  const open = limiters(store);
  const calls = options.requestsPerMinute ? open("calls", options.requestsPerMinute) : undefined;
  const steps = new Map(Object.entries(STEPS_PER_MINUTE).map(([step, points]) => [step, open(step, points)]));
  return {
    ...createSignInThrottle(open),
    take: (who) => (calls ? consume(calls, who) : undefined),
    takeStep: (step, who) => consume(steps.get(step) as Limiter, who),
    apartSinceMs: () => store?.downSinceMs(),
  };
}
