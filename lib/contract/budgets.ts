import { z } from "zod";
import { Deleted, ResetInterval, Timestamp, WorkspaceParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";

/** From the shortest to the longest. */
export const BUDGET_INTERVALS = ["daily", "weekly", "monthly", "lifetime"] as const;
const BudgetInterval = z.enum(BUDGET_INTERVALS);

export const Budget = z
  .object({
    id: z.string(),
    workspace_id: z.string(),
    limit_usd: z.number(),
    reset_interval: ResetInterval.nullable().describe("Null for the lifetime budget"),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "Budget" });

const ErrorStatuses = [400, 401, 403, 404, 405, 429, 500] as const;
const IncludeByok = z.boolean().describe("Whether BYOK spending counts toward all budgets of the workspace");

export const listBudgets = endpoint({
  id: "listBudgets",
  resource: "budgets",
  method: "GET",
  path: "/workspaces/{ref}/budgets",
  roles: "own",
  access: "management",
  summary: "List workspace budgets",
  params: WorkspaceParams,
  response: z.object({
    data: z.array(Budget),
    include_byok_in_budgets: IncludeByok,
    time_zone: z.string().describe("IANA name of the time zone. Periods start at its midnight."),
  }),
  errors: ErrorStatuses,
});

export const getBudget = endpoint({
  id: "getBudget",
  resource: "budgets",
  method: "GET",
  path: "/workspaces/{ref}/budgets/{interval}",
  roles: "own",
  access: "management",
  summary: "Get a workspace budget",
  params: WorkspaceParams.extend({ interval: BudgetInterval }),
  response: z.object({ data: Budget, include_byok_in_budgets: IncludeByok }),
  errors: ErrorStatuses,
});

export const putBudget = endpoint({
  id: "putBudget",
  resource: "budgets",
  method: "PUT",
  path: "/workspaces/{ref}/budgets/{interval}",
  roles: "administrators",
  access: "management",
  summary: "Set a workspace budget",
  description: "A budget must be lower than every budget with a longer interval: daily < weekly < monthly < lifetime.",
  params: WorkspaceParams.extend({ interval: BudgetInterval }),
  namesNewRecord: true,
  body: z.strictObject({
    limit_usd: z.number().positive().max(9_000_000),
    include_byok_in_budgets: IncludeByok.optional(),
  }),
  response: z.object({ data: Budget, include_byok_in_budgets: IncludeByok }),
  errors: [...ErrorStatuses, 409],
});

export const deleteBudget = endpoint({
  id: "deleteBudget",
  resource: "budgets",
  method: "DELETE",
  path: "/workspaces/{ref}/budgets/{interval}",
  roles: "administrators",
  access: "management",
  summary: "Delete a workspace budget",
  description: "Succeeds even if the budget does not exist.",
  params: WorkspaceParams.extend({ interval: BudgetInterval }),
  response: Deleted,
  errors: [...ErrorStatuses, 409],
});
