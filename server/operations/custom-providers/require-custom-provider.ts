import type { Principal } from "#server/caller/principal.ts";
import { type CustomProviderRow, findCustomProvider } from "#server/data/custom-providers.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns a custom provider of the caller's organization. Throws 404 for any other. */
export async function requireCustomProvider(
  { database }: Gateway,
  { organizationId }: Principal,
  id: string,
): Promise<CustomProviderRow> {
  return requireRow(await findCustomProvider(database.queries, organizationId, id));
}

/** Throws 404 if the provider is gone. */
export function requireRow(row: CustomProviderRow | undefined): CustomProviderRow {
  if (!row) throw new HttpError(404, "Custom provider not found");
  return row;
}
