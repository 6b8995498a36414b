import { handle } from "#server/http/handle.ts";
import { deleteBudget } from "#server/operations/budgets/delete-budget.ts";
import { getBudget } from "#server/operations/budgets/get-budget.ts";
import { putBudget } from "#server/operations/budgets/put-budget.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getBudget, putBudget, deleteBudget);
