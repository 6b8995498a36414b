import { handle } from "#server/http/handle.ts";
import { listBudgets } from "#server/operations/budgets/list-budgets.ts";

export const { GET, POST, PUT, PATCH, DELETE } = handle(listBudgets);
