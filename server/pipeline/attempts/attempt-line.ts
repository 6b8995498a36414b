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
  /** The BYOK credential of the attempt: its id and its display name. */
  credentialId?: string;
  credentialName?: string;
  error?: string;
  /** The outline of the provider's error body (`errorOutline`). */
  rawError?: string;
  /** The same request was sent again, although the provider may have processed this one. */
  mayBeBilled?: boolean;
};
