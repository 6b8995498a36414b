import { deleteMemberCap as endpoint } from "#lib/contract/member-caps.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { deleteMemberCap as deleteRow } from "#server/data/member-caps.ts";
import { operation } from "#server/http/operation.ts";
import { publishLimits } from "../budgets/publish-limits.ts";
import { requireMember, toAuditCaps } from "./changing-caps.ts";

export const deleteMemberCap = operation(endpoint)(async (gateway, call) => {
  const { principal, params } = call;
  const workspaceId = await requireWorkspace(gateway, principal, params.ref);
  const { userId, email } = await requireMember(gateway, principal, params.user_id);
  await gateway.database.queries.transaction(async (queries) => {
    const before = await toAuditCaps(queries, workspaceId, userId);
    if (!before) return;
    await deleteRow(queries, workspaceId, userId);
    const target = { type: "member_cap", id: userId, name: email };
    await recordChange(queries, call, { action: "cap.delete", target, before, workspaceId });
  });
  await publishLimits(gateway);
  return { deleted: true as const };
});
