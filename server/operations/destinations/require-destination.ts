import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type DestinationRow, findDestination } from "#server/data/destinations.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a destination of the caller's organization. Throws 404 for any other. */
export async function requireDestination(
  { database }: Gateway,
  principal: Principal,
  id: string,
): Promise<DestinationRow> {
  const row = await findDestination(database.queries, principal.organizationId, id);
  if (!row || !coversWorkspace(principal, row.workspaceId)) throw new HttpError(404, "Destination not found");
  return row;
}
