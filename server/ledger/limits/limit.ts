import type { Interval } from "./period.ts";

/** One spending limit that applies to a request. */
export type Limit = {
  /** Names the limit's account, e.g. `key:<id>`; the same for every request under it. */
  account: string;
  /** The limit's name in error messages, e.g. `the spending limit of key sk-sb-…4f2a`. */
  title: string;
  /** The payer whose spending counts, as in the table `spend`. */
  payerKind: string;
  payerId: string;
  nanoUsd: number;
  /** Null if the limit never resets. */
  interval: Interval | null;
  /** IANA name of the time zone at whose midnight periods start; UTC if absent. */
  timeZone?: string;
  /** The limit's name in the notice that callers get once 80% is spent; absent if they get none. */
  noticeName?: string;
  /** Who has the whole amount, if it is not shared: each end user or each session. */
  each?: "external_user" | "session";
  includeByok: boolean;
};
