import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Throws 400 for the hash of a key outside the workspace. */
export function requireOwnKeys({ keys }: Gateway, workspaceId: string, hashes: readonly string[] | null = null): void {
  const foreign = hashes?.find((hash) => keys.find(hash)?.workspaceId !== workspaceId);
  if (foreign) throw new HttpError(400, `Invalid request: api_key_hashes: this workspace has no key ${foreign}`);
}
