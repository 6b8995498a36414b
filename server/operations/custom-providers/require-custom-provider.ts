import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type CustomProviderRow, findCustomProvider } from "#server/data/custom-providers.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a custom provider of the caller's organization. Throws 404 for any other. */
export async function requireCustomProvider(
  { database }: Gateway,
  principal: Principal,
  id: string,
): Promise<CustomProviderRow> {
  const row = await findCustomProvider(database.queries, principal.organizationId, id);
  return requireRow(row && coversWorkspace(principal, row.workspaceId) ? row : undefined);
}

/** Throws 404 if the provider is gone. */
export function requireRow(row: CustomProviderRow | undefined): CustomProviderRow {
  if (!row) throw new HttpError(404, "Custom provider not found");
  return row;
}
