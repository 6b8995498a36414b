import { z } from "zod";
import { ROLES } from "#lib/roles.ts";
import { Deleted, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { Email } from "./session.ts";

export const Invitation = z
  .object({
    id: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    status: z.enum(["pending", "accepted", "revoked", "expired"]),
    created_at: Timestamp,
    expires_at: Timestamp,
    invited_by: z.string().nullable().describe("User ID. Null if the invitation was created with a management key."),
  })
  .meta({ id: "Invitation" });

export const listInvitations = endpoint({
  id: "listInvitations",
  resource: "invitations",
  method: "GET",
  path: "/organization/invitations",
  roles: "administrators",
  access: "management",
  summary: "List invitations",
  description: "Returns the newest invitations first.",
  query: Page.extend({ status: z.enum(["pending", "accepted", "revoked", "expired"]).optional() }),
  response: listOf(Invitation),
  errors: [400, 401, 403, 405, 429, 500],
});

export const createInvitation = endpoint({
  id: "createInvitation",
  resource: "invitations",
  method: "POST",
  path: "/organization/invitations",
  roles: "administrators",
  access: "management",
  summary: "Create an invitation",
  description:
    "Returns a link for you to send. The link is shown only once. Revokes a pending " +
    "invitation for the same email address. Only owners can invite owners.",
  body: z.strictObject({
    email: Email,
    role: z.enum(ROLES).default("member"),
    expires_in_days: z.number().int().min(1).max(30).default(7),
  }),
  status: 201,
  response: z.object({
    data: Invitation,
    url: z
      .string()
      .describe("Invitation link, shown only once. Anyone with the link can join with this email address."),
  }),
  errors: [400, 401, 403, 405, 409, 413, 429, 500],
});

export const revokeInvitation = endpoint({
  id: "revokeInvitation",
  resource: "invitations",
  method: "DELETE",
  path: "/organization/invitations/{id}",
  roles: "administrators",
  access: "management",
  summary: "Revoke an invitation",
  params: z.object({ id: z.string().min(1).max(100) }),
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});
