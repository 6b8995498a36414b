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
  roles: "administrators",
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
  roles: "administrators",
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
  roles: "administrators",
  access: "management",
  summary: "Remove someone from the organization and its workspaces, and end their sessions",
  description: "Refused for the last owner and for those who have active keys.",
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
  summary: "A link by which someone sets a new password once; the answer alone shows it",
  description:
    "For who has forgotten it: the gateway sends no mail. Links of the same person made before do not work any more. " +
    "Owners alone make links for owners. A console session needs a sign-in of the last 15 minutes.",
  params: UserId,
  body: z.strictObject({
    removes_second_factor: z
      .boolean()
      .default(false)
      .describe("Removes their authenticator app, recovery codes and passkeys too, when the link is used"),
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
    url: z.string().describe("Whoever opens it can sign in as this person; shown this once"),
  }),
  errors: [400, 401, 403, 404, 405, 409, 413, 429, 500],
});
