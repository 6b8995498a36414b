import { z } from "zod";
import { Instant, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const AuditRecord = z
  .object({
    id: z.number().int(),
    created_at: Timestamp,
    workspace_id: z.string().nullable().describe("Null for changes at the organization level"),
    actor: z.object({
      type: z
        .enum(["user", "key", "scim", "operator"])
        .describe("`scim` is a directory that provisions users, `operator` a command run on the gateway's host"),
      id: z.string().describe("User UUID, management key hash or SCIM token UUID. Empty for `operator`."),
      name: z.string().describe("User email, key label or token name at the time of the change"),
    }),
    action: z.string().describe("Action as `<noun>.<verb>`, e.g. `guardrail.update`"),
    target: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
    before: z.unknown().describe("The record before the change, without secrets. Null if the change created it."),
    after: z.unknown().describe("The record after the change, without secrets. Null if the change deleted it."),
    request_id: z.string(),
    address: z.string().describe("IP address of the caller"),
  })
  .meta({ id: "AuditRecord" });

export const listAudit = endpoint({
  id: "listAudit",
  resource: "audit",
  method: "GET",
  path: "/audit",
  roles: "administrators",
  access: "management",
  summary: "List audit log entries",
  description: "Returns the newest entries first.",
  query: Page.extend({
    actor: z.string().max(128).optional().describe("User UUID, key hash or SCIM token UUID"),
    action: z
      .string()
      .max(100)
      .optional()
      .describe("An action such as `guardrail.update`, or a noun such as `guardrail` for all its actions"),
    target_type: z.string().max(100).optional(),
    target_id: z.string().max(200).optional(),
    workspace_id: z.string().optional().describe("Workspace UUID or slug. Defaults to the whole organization."),
    from: Instant.optional().describe("Start of the time range, inclusive"),
    to: Instant.optional().describe("End of the time range, exclusive"),
  }),
  response: listOf(AuditRecord),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
