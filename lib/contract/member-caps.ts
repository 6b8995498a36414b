import { z } from "zod";
import { Deleted, dataOf, Instant, listOf, Page, Timestamp, WorkspaceParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const userId = z.string().min(1).max(200).describe("User ID of a member of the workspace");
export const CAP_INTERVALS = ["daily", "monthly"] as const;
const interval = z.enum(CAP_INTERVALS);

const CapUsd = z.number().positive().max(9_000_000);
const Amount = CapUsd.nullable().describe("In USD; null for no cap");
const CapAmounts = z.strictObject({ daily_usd: Amount, monthly_usd: Amount });

export const CapOverride = z
  .object({
    interval,
    limit_usd: z.number().describe("The cap until then, in USD"),
    until: Timestamp.describe("When the override ends"),
    reason: z.string(),
    created_by: z.string().nullable().describe("Name of the person, or label of the key"),
    created_at: Timestamp,
  })
  .meta({ id: "CapOverride" });

const Cap = z
  .object({
    limit_usd: z.number().describe("In USD, including an active override"),
    spent_usd: z.number(),
    resets_at: Timestamp,
    override: CapOverride.nullable(),
  })
  .meta({ id: "Cap" });

export const MemberCaps = z
  .object({
    user_id: z.string(),
    name: z.string(),
    email: z.string(),
    is_default: z.boolean().describe("Whether the workspace's default applies to this member"),
    daily_usd: z.number().nullable().describe("Without an override; null for no cap"),
    monthly_usd: z.number().nullable().describe("Without an override; null for no cap"),
    daily: Cap.nullable(),
    monthly: Cap.nullable(),
  })
  .meta({ id: "MemberCaps" });

const Default = z.object({ daily_usd: z.number().nullable(), monthly_usd: z.number().nullable() });
const shared = { resource: "budgets", access: "management" } as const;
const errors = [400, 401, 403, 404, 405, 409, 413, 429, 500] as const;

export const listMemberCaps = endpoint({
  ...shared,
  id: "listMemberCaps",
  method: "GET",
  path: "/workspaces/{ref}/member-caps",
  roles: "own",
  summary: "List member caps",
  description:
    "What each member of the workspace may spend per day and month, and what they have spent. Counts requests " +
    "with keys they created and requests they make in the console. Periods start at midnight in the workspace's " +
    "time zone.",
  params: WorkspaceParams,
  query: Page.extend({ user_id: z.string().max(200).optional().describe("Only this member") }),
  response: listOf(MemberCaps).extend({
    default: Default.describe("The caps of members without their own"),
    time_zone: z.string(),
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const putDefaultCap = endpoint({
  ...shared,
  id: "putDefaultCap",
  method: "PUT",
  path: "/workspaces/{ref}/member-caps",
  roles: "administrators",
  summary: "Set the default member caps",
  description: "Applies to each member without their own caps.",
  params: WorkspaceParams,
  body: CapAmounts,
  response: z.object({ data: Default }),
  errors,
});

export const putMemberCap = endpoint({
  ...shared,
  id: "putMemberCap",
  method: "PUT",
  path: "/workspaces/{ref}/member-caps/{user_id}",
  roles: "administrators",
  summary: "Set a member's caps",
  description: "Replaces the workspace's default for this member: null means that the member has no such cap.",
  params: WorkspaceParams.extend({ user_id: userId }),
  body: CapAmounts,
  response: dataOf(MemberCaps),
  errors,
});

export const deleteMemberCap = endpoint({
  ...shared,
  id: "deleteMemberCap",
  method: "DELETE",
  path: "/workspaces/{ref}/member-caps/{user_id}",
  roles: "administrators",
  summary: "Delete a member's caps",
  description: "The workspace's default applies to the member again. Succeeds even if the member has no caps.",
  params: WorkspaceParams.extend({ user_id: userId }),
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});

export const createCapOverride = endpoint({
  ...shared,
  id: "createCapOverride",
  method: "POST",
  path: "/workspaces/{ref}/member-caps/{user_id}/overrides",
  roles: "administrators",
  summary: "Temporarily raise a member's cap",
  description:
    "Raises a cap within its current period. The member sees the override and its reason. It ends automatically " +
    "and replaces an earlier override of the same cap.",
  params: WorkspaceParams.extend({ user_id: userId }),
  body: z.strictObject({
    interval,
    limit_usd: CapUsd.describe("The cap until then, in USD; higher than the cap without it"),
    until: Instant.nullish().describe("When the override ends; by default, and at the latest, with the current period"),
    reason: z.string().trim().min(1, "Enter a reason").max(500, "A reason has at most 500 characters"),
  }),
  status: 201,
  response: dataOf(MemberCaps),
  errors,
});

export const deleteCapOverride = endpoint({
  ...shared,
  id: "deleteCapOverride",
  method: "DELETE",
  path: "/workspaces/{ref}/member-caps/{user_id}/overrides/{interval}",
  roles: "administrators",
  summary: "End an override early",
  description: "Succeeds even if there is none.",
  params: WorkspaceParams.extend({ user_id: userId, interval }),
  response: Deleted,
  errors: [400, 401, 403, 404, 405, 409, 429, 500],
});
