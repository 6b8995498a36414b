import { z } from "zod";
import { ROLES } from "#lib/roles.ts";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const UserId = z.object({ user_id: z.string().min(1).max(100) });

export const OrganizationMember = z
  .object({
    id: z.string().describe("User ID"),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    name: z.string(),
    role: z.enum(["org:admin", "org:member"]).describe("Owners are listed as `org:admin`; see `organization_role`"),
    organization_role: z.enum(ROLES),
    role_source: z
      .enum(["hand", "group"])
      .describe("`group` if a group mapping gives the role, because it is higher than the one assigned by hand"),
    two_factor_enabled: z.boolean().describe("Whether a second factor or a passkey is set up"),
    active: z
      .boolean()
      .describe("False for a member whom the directory deactivated: they cannot sign in, and their keys are rejected"),
    created_at: Timestamp.describe("When the member joined"),
  })
  .meta({ id: "OrganizationMember" });

export const listMembers = endpoint({
  id: "listMembers",
  resource: "members",
  method: "GET",
  path: "/organization/members",
  roles: "administrators",
  access: "management",
  summary: "List organization members",
  description: "Returns the earliest members first.",
  query: Page,
  response: listOf(OrganizationMember),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateMember = endpoint({
  id: "updateMember",
  resource: "members",
  method: "PATCH",
  path: "/organization/members/{user_id}",
  roles: "administrators",
  access: "management",
  summary: "Update a member's role",
  description:
    "Only owners can grant the owner role or change another owner. The last owner must stay an " +
    "owner, and users with active management keys cannot become members.",
  params: UserId,
  body: z.strictObject({ role: z.enum(ROLES) }),
  response: dataOf(OrganizationMember),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});

export const removeMember = endpoint({
  id: "removeMember",
  resource: "members",
  method: "DELETE",
  path: "/organization/members/{user_id}",
  roles: "administrators",
  access: "management",
  summary: "Remove a member from the organization",
  description:
    "Also removes the member from all workspaces and ends their sessions. The last owner and users " +
    "with active keys cannot be removed.",
  params: UserId,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const createResetLink = endpoint({
  id: "createResetLink",
  resource: "members",
  method: "POST",
  path: "/organization/members/{user_id}/reset-link",
  roles: "administrators",
  access: "management",
  summary: "Create a password reset link",
  description:
    "Returns a single-use link that you send to the member yourself. The link is shown only once. " +
    "Earlier links for the same member stop working. Only owners can create links for owners. In " +
    "the console, you must have signed in within the last 15 minutes.",
  params: UserId,
  body: z.strictObject({
    removes_second_factor: z
      .boolean()
      .default(false)
      .describe("Whether using the link also removes the authenticator app, recovery codes and passkeys"),
    expires_in_hours: z.number().int().min(1).max(168).default(24),
  }),
  status: 201,
  response: z.object({
    data: z.object({
      user_id: z.string(),
      email: z.string(),
      removes_second_factor: z.boolean(),
      expires_at: Timestamp,
    }),
    url: z.string().describe("Reset link, shown only once. Anyone with the link can sign in as this member."),
  }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});
