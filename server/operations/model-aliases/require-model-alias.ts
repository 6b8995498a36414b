import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findModelAlias, type ModelAliasRow } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

/** Returns an alias of the caller's organization. Throws 404 for any other. */
export async function requireModelAlias(
  { database }: Gateway,
  principal: Principal,
  id: string,
): Promise<ModelAliasRow> {
  const row = await findModelAlias(database.queries, principal.organizationId, id);
  if (row && coversWorkspace(principal, row.workspaceId)) return row;
  throw unknownAlias();
}

export function unknownAlias(): HttpError {
  return new HttpError(404, "Model alias not found");
}
