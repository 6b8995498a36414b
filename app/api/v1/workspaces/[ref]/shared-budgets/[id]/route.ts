import { handle } from "#server/http/handle.ts";
import { deleteSharedBudget } from "#server/operations/shared-budgets/delete-shared-budget.ts";
import { getSharedBudget } from "#server/operations/shared-budgets/get-shared-budget.ts";
import { updateSharedBudget } from "#server/operations/shared-budgets/update-shared-budget.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(getSharedBudget, updateSharedBudget, deleteSharedBudget);
