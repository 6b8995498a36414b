import { updateSharedBudget as endpoint } from "#lib/contract/shared-budgets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import {
  currentKeys,
  loadSharedBudgets,
  type SharedBudgetFields,
  updateSharedBudget as updateRow,
} from "#server/data/shared-budgets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { nanoUsdIn } from "../member-caps/changing-caps.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { eachOnce, requireOneShare, requireSharedBudget, sharersIn } from "./require-shared-budget.ts";
import { auditFields, readSharedBudgets, type SharedBudgetRecord } from "./shared-budget-records.ts";

export const updateSharedBudget = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const { id: workspaceId } = workspace;
  const fields: Partial<SharedBudgetFields> = {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.limit_usd !== undefined && { limitNanoUsd: nanoUsdIn(body.limit_usd, "limit_usd") }),
    ...(body.reset_interval !== undefined && { interval: body.reset_interval }),
    ...(body.per_external_user !== undefined && { perExternalUser: body.per_external_user }),
    ...(body.per_session !== undefined && { perSession: body.per_session }),
    ...(body.tags && { tags: eachOnce(body.tags) }),
    ...(body.external_users && { externalUsers: eachOnce(body.external_users) }),
  };
  const id = await gateway.database.queries.transaction(async (queries) => {
    const before = await requireSharedBudget(queries, workspaceId, params.id);
    requireOneShare({ ...before, ...fields });
    const others = await loadSharedBudgets(queries, workspaceId);
    if (others.some((one) => one.id !== before.id && one.name === body.name))
      throw new HttpError(409, `This workspace already has a shared budget named ${body.name}`);
    const sharers = await sharersIn(queries, principal, workspaceId, body);
    await updateRow(queries, workspaceId, before.id, fields, sharers);
    const after = await requireSharedBudget(queries, workspaceId, before.id);
    const hashes = await currentKeys(queries, workspaceId);
    await recordChange(queries, call, {
      action: "shared_budget.update",
      target: { type: "shared_budget", id: after.id, name: after.name },
      before: auditFields(before, hashes),
      after: auditFields(after, hashes),
      workspaceId,
    });
    return after.id;
  });
  await publishLimits(gateway);
  const records = await readSharedBudgets(gateway, workspace);
  return { data: records.find((record) => record.id === id) as SharedBudgetRecord };
});
