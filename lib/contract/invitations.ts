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
    invited_by: z.string().nullable().describe("User id; null when a management key invited"),
  })
  .meta({ id: "Invitation" });

export const listInvitations = endpoint({
  id: "listInvitations",
  resource: "invitations",
  method: "GET",
  path: "/organization/invitations",
  roles: "administrators",
  access: "management",
  summary: "Invitations to the organization, newest first",
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
  summary: "Invite someone by a link; the answer alone shows it",
  description: "An invitation of the same address that is still pending is revoked. Owners alone invite owners.",
  body: z.strictObject({
    email: Email,
    role: z.enum(ROLES).default("member"),
    expires_in_days: z.number().int().min(1).max(30).default(7),
  }),
  status: 201,
  response: z.object({
    data: Invitation,
    url: z.string().describe("Whoever opens it can join as this address; shown this once"),
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
  summary: "End an invitation that is pending",
  params: z.object({ id: z.string().min(1).max(100) }),
  response: Deleted,
  errors: [401, 403, 404, 405, 429, 500],
});
