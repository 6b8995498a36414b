import { deleteCapOverride as endpoint } from "#lib/contract/member-caps.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { deleteCapOverride as deleteRow, loadCapOverrides } from "#server/data/member-caps.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { overrideRecord } from "./cap-records.ts";
import { requireMember } from "./changing-caps.ts";

export const deleteCapOverride = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const { interval } = params;
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  const { userId, email } = await requireMember(gateway, principal, params.user_id);
  await gateway.database.queries.transaction(async (queries) => {
    const active = await loadCapOverrides(queries, new Date(gateway.now()), workspaceId);
    const own = active.find((one) => one.userId === userId && one.interval === interval);
    if (!own) return;
    await deleteRow(queries, { workspaceId, userId, interval });
    const target = { type: "member_cap", id: userId, name: email };
    const before = overrideRecord(own);
    await recordChange(queries, call, { action: "cap.end_override", target, before, workspaceId });
  });
  await publishLimits(gateway);
  return { deleted: true as const };
});
