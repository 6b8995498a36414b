import { z } from "zod";
import { dataOf, listOf, Page, Timestamp } from "./common.ts";
import { endpoint } from "./endpoint.ts";

export const getCredits = endpoint({
  id: "getCredits",
  resource: "credits",
  method: "GET",
  path: "/credits",
  roles: "administrators",
  access: "management",
  summary: "Get credits",
  description: "Returns the organization's granted credits and its usage.",
  response: dataOf(
    z.object({
      total_credits: z
        .number()
        .describe(
          "Granted credits in USD. If `is_unlimited` is true, the highest amount that the ledger can " +
            "represent exactly.",
        ),
      total_usage: z.number().describe("Amount spent through system credentials, in USD"),
      is_unlimited: z.boolean().describe("Whether only key and guardrail limits apply, and no credit balance"),
    }),
  ),
  errors: [401, 403, 405, 429, 500],
});

const Adjustment = z
  .object({
    id: z.string(),
    kind: z.enum(["opening", "grant", "correction"]),
    amount: z.number().describe("Amount in USD. Negative amounts reduce the balance."),
    reason: z.string(),
    author_user_id: z.string().nullable(),
    author_key_hash: z.string().nullable(),
    created_at: Timestamp,
  })
  .meta({ id: "CreditAdjustment" });

export const listCreditAdjustments = endpoint({
  id: "listCreditAdjustments",
  resource: "credits",
  method: "GET",
  path: "/credits/adjustments",
  roles: "administrators",
  access: "management",
  summary: "List credit adjustments",
  description: "Returns the newest adjustments first.",
  query: Page,
  response: listOf(Adjustment),
  errors: [400, 401, 403, 405, 429, 500],
});

export const adjustCredits = endpoint({
  id: "adjustCredits",
  resource: "credits",
  method: "POST",
  path: "/credits/adjustments",
  roles: "administrators",
  access: "management",
  summary: "Adjust credits",
  description:
    "Grants credits or corrects the balance. After the first adjustment, spending is limited to the balance.",
  body: z.strictObject({
    kind: z.enum(["grant", "correction"]),
    amount: z.number().min(-9_000_000).max(9_000_000).describe("Amount in USD. Must be positive for a grant."),
    reason: z.string().trim().min(1).max(500),
  }),
  status: 201,
  response: dataOf(Adjustment),
  errors: [400, 401, 403, 405, 429, 500],
});

export const chargeCredits = endpoint({
  id: "chargeCredits",
  resource: "credits",
  method: "POST",
  path: "/credits/{provider}",
  roles: "everyone",
  access: "public",
  summary: "Charge credits (retired)",
  description: "Always returns 410.",
  deprecated: true,
  params: z.object({ provider: z.string() }),
  errors: [405, 410],
});
