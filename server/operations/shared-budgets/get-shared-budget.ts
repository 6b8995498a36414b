import { getSharedBudget as endpoint } from "#lib/contract/shared-budgets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { visibleTo } from "./require-shared-budget.ts";
import { readSharedBudgets } from "./shared-budget-records.ts";

export const getSharedBudget = operation(endpoint)(async (gateway, { principal, params }) => {
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const records = await visibleTo(gateway, principal, workspace.id, await readSharedBudgets(gateway, workspace));
  const data = records.find(({ id }) => id === params.id.toLowerCase());
  if (!data) throw new HttpError(404, "Shared budget not found");
  return { data };
});
