import type { Interval } from "./period.ts";

/** One spending limit that a call is measured against. */
export type Limit = {
  /** Names the limit's account, e.g. `key:<id>`; the same for every call under it. */
  account: string;
  /** What the limit is called in a refusal, e.g. `the spending limit of key sk-sb-…4f2a`. */
  title: string;
  /** Whose spending it measures. */
  payerKind: string;
  payerId: string;
  nanoUsd: number;
  /** Null: it never resets. */
  interval: Interval | null;
  includeByok: boolean;
};
