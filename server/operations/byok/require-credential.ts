import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type CredentialRow, findCredential } from "#server/data/credentials.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a credential of the caller's organization. Throws 404 for any other, whether it exists or not. */
export async function requireCredential(
  { database }: Gateway,
  principal: Principal,
  id: string,
): Promise<CredentialRow> {
  const row = await findCredential(database.queries, principal.organizationId, id);
  if (row && coversWorkspace(principal, row.workspaceId)) return row;
  throw unknownCredential();
}

export function unknownCredential(): HttpError {
  return new HttpError(404, "Credential not found");
}
