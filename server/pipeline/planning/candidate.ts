import { geographyMultiplier } from "#server/catalogue/geography.ts";
import type { ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { Terms } from "#server/ledger/prices/cost.ts";
import type { Provider } from "#server/providers/provider.ts";
import type { PoolChoice, PoolMember } from "../pools/pool-member.ts";

/** The BYOK credential of a candidate. `name`: its display name, never the key. */
export type OwnKey = { id: string; keyVersion: number; name: string };

/** One (model endpoint, credential) pair that may serve a request. */
export type Candidate = {
  /** The model name in the request. */
  requestedModel: string;
  endpoint: ModelEndpoint;
  provider: Provider;
  prices: readonly Price[];
  /** The prices do not cover every unit that the request uses. */
  unpriced: boolean;
  credential: string;
  baseUrl: string;
  /** A BYOK credential pays instead of a system credential. */
  isByok: boolean;
  /** Absent for system credentials. */
  own?: OwnKey;
  /** The environment variable of a system credential, if the provider has several. */
  systemKey?: string | undefined;
  /** What is known of the credential's use; absent for servers that need no key. */
  member?: PoolMember | undefined;
  /** Why the provider's pool put this credential here; absent if there was no choice. */
  choice?: PoolChoice | undefined;
  /** Position in the order: 0 for BYOK credentials, 1 for BYOK fallbacks, 2 for system credentials. */
  turn: number;
};

/** Returns the pricing terms of a candidate's output. */
export function termsOf({ endpoint: { billedApart }, provider }: Candidate, variant: string | undefined): Terms {
  const { soldTiers = NONE } = provider;
  return { soldTiers, ...(variant !== undefined && { variant }), ...(billedApart && { apart: billedApart }) };
}

const NONE: readonly string[] = [];

/** Returns what a candidate's token prices are multiplied by in the region of its credential; usually 1. */
export function regionMultiplier({ provider, credential, endpoint }: Candidate): number {
  const place = provider.structured?.geography?.(credential, endpoint.upstreamModel);
  return ((place && geographyMultiplier(provider.id, place)) || 10_000) / 10_000;
}
