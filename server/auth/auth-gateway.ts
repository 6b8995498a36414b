import type { Environment } from "#server/env.ts";
import type { Accounts } from "./accounts/accounts.ts";
import type { KeyDirectory } from "./keys/key-directory.ts";
import type { RateLimits } from "./keys/rate-limit.ts";

/** The parts of the gateway that authentication and access checks use. */
export type AuthGateway = {
  environment: Environment;
  accounts: Accounts;
  keys: KeyDirectory;
  rates: RateLimits;
  /** Unix ms. */
  now(): number;
};
