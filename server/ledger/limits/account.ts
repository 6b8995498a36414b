import type { Limit } from "./limit.ts";

/** Budget that this process has leased under one limit, for one amount and period; in nano-USD. */
export type Account = {
  readonly account: string;
  readonly periodStart: string;
  /** The limit as it was when the budget was leased. */
  readonly limit: Limit;
  /** Leased from the database and not reserved for a request. Negative if a request cost more than its reservation. */
  available: number;
  /** Reserved for requests in progress. */
  reserved: number;
  lastUsedMs: number;
  /** Spent in the period as far as this process knows; undefined until it has leased. */
  spent?: number;
  /** Ends when all leases of its time were lost. */
  readonly tenure: Tenure;
  /** Not a lease but an overdraft: what is spent from it exceeds the limit. */
  readonly isOverdraft?: true;
};

export type Tenure = { isOver: boolean };
