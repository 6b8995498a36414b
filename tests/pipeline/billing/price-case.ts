import type { Body } from "#server/dialects/dialect.ts";
import type { DialectName } from "../calling.ts";
import type { ProviderResponse } from "./provider-responses.ts";

/**
 * One request and what its provider bills for it. `nanoUsd` is calculated by hand from the provider's list prices, in
 * USD a million (M) or each.
 */
export type PriceCase = {
  what: string;
  provider: string;
  model: string;
  reply: ProviderResponse;
  nanoUsd: number;
  /** Fields of the request. */
  request?: Body;
  /** All three where absent. */
  only?: DialectName[];
  unpriced?: string[];
};

/** Nano-USD of tokens at USD for a million of them. */
export const tokens = (count: number, usd: number) => Math.round(count * usd * 1000);
/** Nano-USD of units at USD each. */
export const each = (count: number, usd: number) => Math.round(count * usd * 1e9);
export const sum = (...parts: number[]) => parts.reduce((total, part) => total + part, 0);
