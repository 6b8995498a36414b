import { getSharedBudget as endpoint } from "#lib/contract/shared-budgets.ts";
import { ownerOnly } from "#server/auth/access.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { visibleTo } from "./require-shared-budget.ts";
import { readSharedBudgets } from "./shared-budget-records.ts";
import { readSessionSpending, readUserSpending } from "./spending-of-each.ts";

export const getSharedBudget = operation(endpoint)(async (gateway, { principal, params }) => {
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const records = await visibleTo(gateway, principal, workspace.id, await readSharedBudgets(gateway, workspace));
  const data = records.find(({ id }) => id === params.id.toLowerCase());
  if (!data) throw new HttpError(404, "Shared budget not found");
  const users = await readUserSpending(gateway, workspace, data);
  const sessions = await readSessionSpending(gateway, workspace, data);
  const others = ownerOnly(principal) === undefined ? {} : { top: [] };
  return {
    data: {
      ...data,
      external_user_spending: users && { ...users, ...others },
      session_spending: sessions && { ...sessions, ...others },
    },
  };
});
