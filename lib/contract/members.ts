import { z } from "zod";
import { ROLES } from "#lib/roles.ts";
import { Deleted, dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const UserId = z.object({ user_id: z.string().min(1).max(100) });

export const OrganizationMember = z
  .object({
    id: z.string().describe("User id"),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    name: z.string(),
    role: z.enum(["org:admin", "org:member"]).describe("An owner is an admin here; see `organization_role`"),
    organization_role: z.enum(ROLES),
    two_factor_enabled: z.boolean().describe("A second factor or a passkey is set up"),
    created_at: Timestamp.describe("When they joined"),
  })
  .meta({ id: "OrganizationMember" });

export const listMembers = endpoint({
  id: "listMembers",
  resource: "members",
  method: "GET",
  path: "/organization/members",
  access: "management",
  summary: "The people of the organization, in the order of joining",
  query: Page,
  response: listOf(OrganizationMember),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const updateMember = endpoint({
  id: "updateMember",
  resource: "members",
  method: "PATCH",
  path: "/organization/members/{user_id}",
  access: "management",
  summary: "Change someone's role",
  description:
    "Owners alone make owners and change them. The last owner stays one, and who has active management keys cannot " +
    "become a member.",
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
  access: "management",
  summary: "Remove someone from the organization and its workspaces, and end their sessions",
  description: "Refused for the last owner and for those who have active keys.",
  params: UserId,
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
