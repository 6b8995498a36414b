import type { ModelEndpoint, Price } from "#server/catalogue/model.ts";
import type { Terms } from "#server/ledger/prices/cost.ts";
import type { Provider } from "#server/providers/provider.ts";

/** Which of the caller's own keys a candidate uses; `name` is what people know it by, never the key. */
export type OwnKey = { id: string; keyVersion: number; name: string };

/** One (model endpoint, credential) that may serve a call. */
export type Candidate = {
  /** The model's name as the caller asked for it. */
  requestedModel: string;
  endpoint: ModelEndpoint;
  provider: Provider;
  prices: readonly Price[];
  /** The prices do not say what a call costs. */
  unpriced: boolean;
  credential: string;
  baseUrl: string;
  /** The caller's own credential pays, not the house. */
  isByok: boolean;
  /** Absent for the house's. */
  own?: OwnKey;
  /** When it is tried: 0 the caller's own, 1 its fallbacks, 2 the house's. */
  turn: number;
};

/** On which terms what a candidate makes is charged. */
export function termsOf({ endpoint: { billedApart }, provider }: Candidate, variant: string | undefined): Terms {
  const { soldTiers = NONE } = provider;
  return { soldTiers, ...(variant !== undefined && { variant }), ...(billedApart && { apart: billedApart }) };
}

const NONE: readonly string[] = [];
