import { nanoUsdOf } from "#lib/nano-usd.ts";

/** Converts a limit to its stored form; null for none. The contract rejects amounts that nano-USD cannot represent. */
export function limitNanoUsd(limit: number | null | undefined): number | null {
  return typeof limit === "number" ? (nanoUsdOf(limit) ?? null) : null;
}
