import { z } from "zod";
import { Deleted, dataOf, IdParams, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** The roles that a directory can give; owners are made by hand. */
export const MAPPED_ROLES = ["admin", "member"] as const;

const group = z
  .string()
  .trim()
  .min(1, "Enter the group's name")
  .max(500)
  .describe("Name or external ID of a SCIM group, or a value of the `groups` claim at single sign-on");
const role = z.enum(MAPPED_ROLES).nullable().describe("Role in the organization; null gives only the workspace");
const workspace = z.string().max(100).nullable().describe("Workspace UUID or slug; null gives only the role");

const isEmpty = ({ role, workspace_id }: { role?: unknown; workspace_id?: unknown }) =>
  role === null && workspace_id === null;
const NEEDS_ONE = { message: "Choose a role, a workspace or both" };

export const GroupMapping = z
  .object({
    id: z.string(),
    group,
    role,
    workspace_id: z.string().nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "GroupMapping" });

export const listGroupMappings = endpoint({
  id: "listGroupMappings",
  resource: "provisioning",
  method: "GET",
  path: "/scim/group-mappings",
  roles: "administrators",
  access: "management",
  summary: "List group mappings",
  description: "Returns the mappings by the name of their group.",
  response: z.object({ data: z.array(GroupMapping) }),
  errors: [401, 403, 405, 429, 500],
});

export const createGroupMapping = endpoint({
  id: "createGroupMapping",
  resource: "provisioning",
  method: "POST",
  path: "/scim/group-mappings",
  roles: "administrators",
  access: "management",
  summary: "Create a group mapping",
  description:
    "Gives the members of a directory group a role, a workspace, or both: immediately to users that SCIM provisions, " +
    "and at each single sign-on to the others. The highest role applies. Roles and workspaces assigned by hand stay.",
  body: z
    .strictObject({ group, role, workspace_id: workspace.default(null) })
    .refine((body) => !isEmpty(body), NEEDS_ONE),
  status: 201,
  response: dataOf(GroupMapping),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const getGroupMapping = endpoint({
  id: "getGroupMapping",
  resource: "provisioning",
  method: "GET",
  path: "/scim/group-mappings/{id}",
  roles: "administrators",
  access: "management",
  summary: "Get a group mapping",
  params: IdParams,
  response: dataOf(GroupMapping),
  errors: [401, 403, 404, 405, 429, 500],
});

export const updateGroupMapping = endpoint({
  id: "updateGroupMapping",
  resource: "provisioning",
  method: "PATCH",
  path: "/scim/group-mappings/{id}",
  roles: "administrators",
  access: "management",
  summary: "Update a group mapping",
  description: "Removes what only the old mapping gave, and adds what the new one gives.",
  params: IdParams,
  body: z
    .strictObject({ group: group.optional(), role: role.optional(), workspace_id: workspace.optional() })
    .refine((body) => !isEmpty(body), NEEDS_ONE),
  response: dataOf(GroupMapping),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const deleteGroupMapping = endpoint({
  id: "deleteGroupMapping",
  resource: "provisioning",
  method: "DELETE",
  path: "/scim/group-mappings/{id}",
  roles: "administrators",
  access: "management",
  summary: "Delete a group mapping",
  description:
    "Removes what only the mapping gave. Disables the management keys of those who are no longer admins, and " +
    "the keys of members in workspaces they lose.",
  params: IdParams,
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});

export const ProvisionedGroup = z
  .object({
    id: z.string(),
    name: z.string(),
    external_id: z.string().nullable(),
    member_count: z.number().int(),
  })
  .meta({ id: "ProvisionedGroup" });

export const listProvisionedGroups = endpoint({
  id: "listProvisionedGroups",
  resource: "provisioning",
  method: "GET",
  path: "/scim/groups",
  roles: "administrators",
  access: "management",
  summary: "List directory groups",
  description: "Returns the groups that SCIM provisions, by name.",
  query: Page,
  response: listOf(ProvisionedGroup),
  errors: [400, 401, 403, 405, 429, 500],
});

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.+\..)[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/, "Enter a domain such as example.com");

export const JustInTime = z
  .object({
    domains: z
      .array(Domain)
      .max(50)
      .describe(
        "Email domains whose users join when they first use single sign-on. If empty, only members and invited " +
          "people can sign in.",
      ),
    role: z.enum(MAPPED_ROLES).describe("Role of users who join this way"),
    workspace_id: z.string().max(100).nullable().describe("Workspace they are added to, besides the default one"),
  })
  .meta({ id: "JustInTimeProvisioning" });

export const getJustInTime = endpoint({
  id: "getJustInTime",
  resource: "provisioning",
  method: "GET",
  path: "/scim/just-in-time",
  roles: "administrators",
  access: "management",
  summary: "Get just-in-time provisioning",
  response: dataOf(JustInTime),
  errors: [401, 403, 405, 429, 500],
});

export const putJustInTime = endpoint({
  id: "putJustInTime",
  resource: "provisioning",
  method: "PUT",
  path: "/scim/just-in-time",
  roles: "administrators",
  access: "management",
  summary: "Set just-in-time provisioning",
  description:
    "Lets users whose address is in one of the domains join when they first use single sign-on, without an " +
    "invitation. The identity provider must not report the address as unverified.",
  body: z.strictObject({
    domains: JustInTime.shape.domains,
    role: JustInTime.shape.role.default("member"),
    workspace_id: JustInTime.shape.workspace_id.default(null),
  }),
  response: dataOf(JustInTime),
  errors: [400, 401, 403, 404, 405, 413, 429, 500],
});

/** The endpoints for what directories give to members. */
export const groupMappingEndpoints = [
  listGroupMappings,
  createGroupMapping,
  getGroupMapping,
  updateGroupMapping,
  deleteGroupMapping,
  listProvisionedGroups,
  getJustInTime,
  putJustInTime,
] as const;
