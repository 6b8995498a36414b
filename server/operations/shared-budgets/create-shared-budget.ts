import { createSharedBudget as endpoint } from "#lib/contract/shared-budgets.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { currentKeys, insertSharedBudget } from "#server/data/shared-budgets.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { nanoUsdIn } from "../member-caps/changing-caps.ts";
import { findAccessibleWorkspace } from "../workspaces/workspace-records.ts";
import { eachOnce, requireOneShare, requireSharedBudget, sharersIn } from "./require-shared-budget.ts";
import { auditFields, readSharedBudgets, type SharedBudgetRecord } from "./shared-budget-records.ts";

export const createSharedBudget = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const workspace = await findAccessibleWorkspace(gateway, principal, params.ref);
  const { id: workspaceId } = workspace;
  const { name, reset_interval: interval, per_external_user: perExternalUser, per_session: perSession } = body;
  const limitNanoUsd = nanoUsdIn(body.limit_usd, "limit_usd");
  const labels = { tags: eachOnce(body.tags), externalUsers: eachOnce(body.external_users) };
  const fields = { name, limitNanoUsd, interval, perExternalUser, perSession, ...labels };
  requireOneShare(fields);
  const created = await gateway.database.queries.transaction(async (queries) => {
    const sharers = await sharersIn(queries, principal, workspaceId, body);
    const id = await insertSharedBudget(queries, workspaceId, fields, sharers);
    if (id === undefined) throw new HttpError(409, `This workspace already has a shared budget named ${name}`);
    const row = await requireSharedBudget(queries, workspaceId, id);
    const after = auditFields(row, await currentKeys(queries, workspaceId));
    const target = { type: "shared_budget", id, name };
    await recordChange(queries, call, { action: "shared_budget.create", target, after, workspaceId });
    return id;
  });
  await publishLimits(gateway);
  const records = await readSharedBudgets(gateway, workspace);
  return { data: records.find(({ id }) => id === created) as SharedBudgetRecord };
});
