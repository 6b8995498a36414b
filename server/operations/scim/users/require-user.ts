import type { Queries } from "#server/data/database.ts";
import { findScimUser, type ProvisionedUser } from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { type Resource, scimRoot } from "../scim-response.ts";
import { userResource } from "./user-resource.ts";

/** Returns a user that the directory manages. Throws 404. */
export async function requireUser(queries: Queries, organizationId: string, id: string): Promise<ProvisionedUser> {
  const row = await findScimUser(queries, organizationId, id);
  if (!row) throw new HttpError(404, `User ${id} not found`);
  return row;
}

/** Returns a user's SCIM resource, read now. */
export async function readUser(
  gateway: Gateway,
  call: Pick<Call, "request" | "principal">,
  id: string,
): Promise<Resource> {
  const row = await requireUser(gateway.database.queries, call.principal.organizationId, id);
  return userResource(scimRoot(gateway, call), row, []);
}
