import { z } from "zod";
import { AsOf, Page, WorkspaceFilter } from "./common.ts";
import { endpoint } from "./endpoint.ts";

const count = z.number().int();
const Usd = z.string().regex(/^-?\d+(\.\d{1,9})?$/);

const sums = {
  requests: count.describe("Requests, without those rejected before any provider"),
  prompt_tokens: count,
  completion_tokens: count,
  cost_usd: Usd.describe("Cost charged by the gateway, in USD: an exact decimal with up to nine digits"),
  byok_cost_usd: Usd.describe("Cost that providers charged to BYOK credentials, in USD: an exact decimal"),
};

const Line = z
  .object({
    workspace_id: z.string(),
    workspace_name: z.string(),
    user_id: z.string().nullable().describe("Null for keys created through the API"),
    user_name: z.string().nullable(),
    user_email: z.string().nullable(),
    api_key_hash: z.string().nullable().describe("Null for requests of console sessions"),
    api_key_name: z.string().nullable().describe("The last name if the key was deleted"),
    tag: z.string().nullable().optional().describe("With `by=tag`: the tag; null for requests without tags"),
    ...sums,
  })
  .meta({ id: "ChargebackLine" });

/** A UTC month, and the workspaces of the report. */
const period = {
  month: z
    .string()
    .regex(/^20\d\d-(0[1-9]|1[0-2])$/, "must be a month such as 2026-11")
    .optional()
    .describe("UTC month, YYYY-MM. Defaults to the current one."),
  workspace_id: WorkspaceFilter,
};

export const getChargeback = endpoint({
  id: "getChargeback",
  resource: "chargeback",
  method: "GET",
  path: "/chargeback",
  roles: "own",
  access: "management",
  summary: "Get the chargeback report",
  description:
    "Returns what each workspace, member and key spent in a UTC month, highest cost first, with totals. Amounts " +
    "are exact. By tag, a request with several tags counts in the line of each tag, so the lines add up to more " +
    "than the totals. Requests that the log no longer has count as untagged.",
  query: z.object({
    by: z.enum(["key", "tag"]).default("key").describe("Lines by workspace, member and key, or by workspace and tag"),
    ...period,
    ...Page.shape,
  }),
  response: z.object({
    data: z.array(Line),
    total_count: count,
    totals: z.object(sums).describe("Sums of all requests, including those of other pages, each counted once"),
    month: z.string(),
    is_complete: z.boolean().describe("Whether the month has ended"),
    as_of: AsOf,
  }),
  errors: [400, 401, 403, 404, 405, 429, 500],
});

export const CHARGEBACK_FORMATS = ["csv", "tags", "focus"] as const;

export const exportChargeback = endpoint({
  id: "exportChargeback",
  resource: "chargeback",
  method: "GET",
  path: "/chargeback/export",
  roles: "own",
  access: "management",
  summary: "Export the chargeback report",
  description:
    "`csv` has one line for each workspace, member and key, and `tags` one for each workspace and tag: a request with " +
    "several tags counts in each. `focus` has one for each day, workspace, member, key, model endpoint and set of tags, " +
    "as CSV in FOCUS 1.2 (FinOps Open Cost and Usage Specification). Texts that a spreadsheet would " +
    "run as a formula start with an apostrophe. If an export cannot be completed, the connection is cut.",
  query: z.object({ ...period, format: z.enum(CHARGEBACK_FORMATS).default("csv") }),
  produces: ["bytes"],
  errors: [400, 401, 403, 404, 405, 429, 500],
});
