import { nanoUsdOf } from "#lib/nano-usd.ts";

/** A limit of the wire as it is stored; null for none. The contract has refused what nano-USD cannot hold. */
export function limitNanoUsd(limit: number | null | undefined): number | null {
  return typeof limit === "number" ? (nanoUsdOf(limit) ?? null) : null;
}
