import { z } from "zod";
import { Instant, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const AuditRecord = z
  .object({
    id: z.number().int(),
    created_at: Timestamp,
    workspace_id: z.string().nullable().describe("Null for what is the organization's"),
    actor: z.object({
      type: z.enum(["user", "key", "operator"]).describe("`operator`: a command on the gateway's machine"),
      id: z.string().describe("UUID of the user, or hash of the management key; empty for the operator"),
      name: z.string().describe("Email of the user or label of the key, as it was then"),
    }),
    action: z.string().describe("`<noun>.<verb>`, e.g. `guardrail.update`"),
    target: z.object({ type: z.string(), id: z.string(), name: z.string().nullable() }),
    before: z.unknown().describe("The record before the change, without secrets; null for what was made"),
    after: z.unknown().describe("The record after it; null for what was deleted"),
    request_id: z.string(),
    address: z.string().describe("Network address of the caller"),
  })
  .meta({ id: "AuditRecord" });

export const listAudit = endpoint({
  id: "listAudit",
  resource: "audit",
  method: "GET",
  path: "/audit",
  roles: "administrators",
  access: "management",
  summary: "Who changed what, newest first",
  query: Page.extend({
    actor: z.string().max(128).optional().describe("UUID of a user, or hash of a key"),
    action: z.string().max(100).optional().describe("`guardrail.update`, or `guardrail` for all of a noun"),
    target_type: z.string().max(100).optional(),
    target_id: z.string().max(200).optional(),
    workspace_id: z.string().optional().describe("UUID or slug; the whole organization if absent"),
    from: Instant.optional().describe("Inclusive"),
    to: Instant.optional().describe("Exclusive"),
  }),
  response: listOf(AuditRecord),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
