import { listSharedBudgets as endpoint } from "#lib/contract/shared-budgets.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { visibleTo } from "./require-shared-budget.ts";
import { readSharedBudgets } from "./shared-budget-records.ts";

export const listSharedBudgets = operation(endpoint)(async (gateway, { principal, params }) => {
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  return { data: await visibleTo(gateway, principal, workspace.id, await readSharedBudgets(gateway, workspace)) };
});
