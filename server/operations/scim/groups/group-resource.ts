import { SCIM_GROUP } from "#lib/contract/scim-protocol.ts";
import type { Queries } from "#server/data/database.ts";
import { findScimGroup, type GroupMember, listGroupMembers, type ScimGroupRow } from "#server/data/scim-groups.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Call } from "#server/http/operation.ts";
import { scimError } from "../scim-error.ts";
import { type Resource, scimRoot } from "../scim-response.ts";

type Query = { attributes?: string | undefined; excludedAttributes?: string | undefined };

/** Most members of one response. */
const MAX_MEMBERS = 50_000;

/** Returns a group of the directory. Throws 404. */
export async function requireGroup(queries: Queries, organizationId: string, id: string): Promise<ScimGroupRow> {
  const row = await findScimGroup(queries, organizationId, id);
  if (!row) throw new HttpError(404, `Group ${id} not found`);
  return row;
}

/** Reads a group and returns its SCIM resource. */
export async function readGroup(
  gateway: Gateway,
  call: Pick<Call, "request" | "principal"> & { query: Query },
  id: string,
): Promise<Resource> {
  const row = await requireGroup(gateway.database.queries, call.principal.organizationId, id);
  const [resource] = await groupResources(gateway, call, [row]);
  return resource as Resource;
}

/** Converts groups to SCIM resources, with their members unless the request leaves them out. */
export async function groupResources(
  gateway: Gateway,
  call: Pick<Call, "request"> & { query: Query },
  rows: readonly ScimGroupRow[],
): Promise<Resource[]> {
  const root = scimRoot(gateway, call);
  const ids = rows.map(({ id }) => id);
  const members = asksForMembers(call.query)
    ? await listGroupMembers(gateway.database.queries, ids, MAX_MEMBERS + 1)
    : [];
  if (members.length > MAX_MEMBERS)
    throw scimError("tooMany", "The groups have too many members; send excludedAttributes=members or a smaller count");
  const byGroup = Map.groupBy(members, ({ groupId }) => groupId);
  return rows.map((row) => groupResource(root, row, byGroup.get(row.id) ?? []));
}

function asksForMembers({ attributes, excludedAttributes }: Query): boolean {
  const names = (attributes ?? excludedAttributes ?? "").toLowerCase();
  return attributes === undefined ? !/(^|[,:\s])members\s*(,|$)/.test(names) : names.includes("members");
}

function groupResource(root: string, row: ScimGroupRow, members: readonly GroupMember[]): Resource {
  return {
    schemas: [SCIM_GROUP],
    id: row.id,
    ...(row.externalId !== null && { externalId: row.externalId }),
    displayName: row.displayName,
    members: members.map(({ userId, userName }) => ({
      value: userId,
      display: userName,
      type: "User",
      $ref: `${root}/Users/${userId}`,
    })),
    meta: {
      resourceType: "Group",
      created: row.createdAt.toISOString(),
      lastModified: row.updatedAt.toISOString(),
      location: `${root}/Groups/${row.id}`,
    },
  };
}
