import { handle } from "#server/http/handle.ts";
import { createSharedBudget } from "#server/operations/shared-budgets/create-shared-budget.ts";
import { listSharedBudgets } from "#server/operations/shared-budgets/list-shared-budgets.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listSharedBudgets, createSharedBudget);
