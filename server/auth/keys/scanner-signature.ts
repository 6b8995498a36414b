import { verify } from "node:crypto";
import type { ScannerKey } from "#server/network/scanner-keys.ts";

/** Longer than base64 of the at most 72 bytes of a DER signature of P-256. */
const MAX_SIGNATURE = 200;

/**
 * Returns whether a signature (base64 of ASN.1 DER) of these bytes was made with the key of that identifier; undefined if
 * there is no such key.
 */
export function verifyScannerSignature(
  keys: readonly ScannerKey[],
  bytes: Uint8Array,
  { identifier, signature }: { identifier: string; signature: string },
): boolean | undefined {
  const named = keys.filter(({ id }) => id === undefined || id === identifier);
  if (named.length === 0) return undefined;
  if (signature.length > MAX_SIGNATURE) return false;
  const der = Buffer.from(signature, "base64");
  return named.some(({ key }) => verify("sha256", bytes, key, der));
}
