import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { checkKey } from "#server/pipeline/planning/key-check.ts";

/** Tests a key with its provider. Throws 400 unless the provider accepts it. */
export async function requireAccepted(gateway: Gateway, provider: string, key: string, caller: AbortSignal) {
  const { outcome, message } = await checkKey(gateway, provider, key, caller);
  if (outcome === "accepted") return;
  throw new HttpError(400, `Invalid request: key: ${message}`);
}
