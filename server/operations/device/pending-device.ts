import type { Principal } from "#server/caller/principal.ts";
import type { DeviceCodeRow } from "#server/data/device-codes.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Counts an attempt to enter a code, so that codes cannot be guessed. Throws 429. */
export function countCode({ rates }: Gateway, { userId }: Principal): Promise<void> {
  return rates.takeStep("device-code", `user:${userId}`);
}

/** Returns the sign-in that a code found. Throws 404 for none. */
export function requirePending(row: DeviceCodeRow | undefined): DeviceCodeRow {
  if (row) return row;
  throw new HttpError(404, "This code is unknown, was used or has expired; start the sign-in again");
}

/** Returns a sign-in as the target of an audit entry, without its codes. */
export function deviceTarget({ id, agent }: DeviceCodeRow) {
  return { type: "device", id, name: agent.name };
}
