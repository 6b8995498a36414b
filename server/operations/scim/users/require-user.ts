import type { Queries } from "#server/data/database.ts";
import { listGroupsOf } from "#server/data/scim-groups.ts";
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

/** Reads a user and returns its SCIM resource. */
export async function readUser(
  gateway: Gateway,
  call: Pick<Call, "request" | "principal">,
  id: string,
): Promise<Resource> {
  const row = await requireUser(gateway.database.queries, call.principal.organizationId, id);
  const [resource] = await userResources(gateway, call, [row]);
  return resource as Resource;
}

/** Converts users to SCIM resources, with their groups. */
export async function userResources(
  gateway: Gateway,
  call: Pick<Call, "request">,
  rows: readonly ProvisionedUser[],
): Promise<Resource[]> {
  const root = scimRoot(gateway, call);
  const ids = rows.map(({ userId }) => userId);
  const byUser = Map.groupBy(await listGroupsOf(gateway.database.queries, ids), ({ userId }) => userId);
  return rows.map((row) => userResource(root, row, byUser.get(row.userId) ?? []));
}
