import type { Usage } from "./usage/usage.ts";

/** The address and credential that an adapter uses. An adapter reads no database, clock or environment. */
export type Upstream = {
  /** The upstream model name. */
  model: string;
  /** Empty if the upstream needs no key. */
  credential: string;
  /** Without a trailing slash, in the form of the provider's own SDK. */
  baseUrl: string;
  fetch: typeof fetch;
  /** Receives the kinds of response content that the neutral form cannot represent. */
  note?: Note;
  /** Receives billed units that the neutral form cannot represent. */
  billing?: BillingFacts;
  /** Called for each stream event, including pings, which never become a part. */
  onProgress?: () => void;
};

/** Receives the billing facts of a response as they arrive. */
export type BillingFacts = {
  /** Adds billed units that no usage block includes, e.g. a search. */
  used(usage: Usage): void;
  /** Adds a usage block in the provider's own form, before an SDK package reads it. */
  block(raw: Record<string, unknown>): void;
};

/** Records the kind of dropped response content, e.g. `future_block`; may be called repeatedly for one kind. */
export type Note = (kind: string) => void;
