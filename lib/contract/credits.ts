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
  summary: "Credits granted to the organization and what was used of them",
  response: dataOf(
    z.object({
      total_credits: z
        .number()
        .describe("USD; where spending is not prepaid, the highest amount that the ledger counts exactly"),
      total_usage: z.number().describe("USD spent through the house's provider keys"),
      is_unlimited: z.boolean().describe("Spending is bounded by the limits of keys and guardrails alone"),
    }),
  ),
  errors: [401, 403, 405, 429, 500],
});

const Adjustment = z
  .object({
    id: z.string(),
    kind: z.enum(["opening", "grant", "correction"]),
    amount: z.number().describe("USD; negative takes away"),
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
  summary: "Every change of the organization's credits, newest first",
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
  summary: "Grant credits or correct them; from the first on, spending is bounded by the balance",
  body: z.strictObject({
    kind: z.enum(["grant", "correction"]),
    amount: z.number().min(-9_000_000).max(9_000_000).describe("USD; a grant is positive"),
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
  summary: "Retired charge: always 410",
  deprecated: true,
  params: z.object({ provider: z.string() }),
  errors: [405, 410],
});
