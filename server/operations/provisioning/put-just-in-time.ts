import { putJustInTime as endpoint } from "#lib/contract/group-mappings.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { findJoinRules, storeJoinRules } from "#server/data/just-in-time.ts";
import { operation } from "#server/http/operation.ts";
import { joinRulesRecord } from "./join-rules-record.ts";
import { workspaceIdOf } from "./mapping-record.ts";

export const putJustInTime = operation(endpoint)(async (gateway, call) => {
  const { principal, body } = call;
  const { organizationId } = principal;
  const workspaceId = await workspaceIdOf(gateway, principal, body.workspace_id);
  const rules = { domains: [...new Set(body.domains)], role: body.role, workspaceId };
  const after = joinRulesRecord(rules);
  await gateway.database.queries.transaction(async (queries) => {
    const before = joinRulesRecord(await findJoinRules(queries, organizationId));
    await storeJoinRules(queries, organizationId, rules);
    const target = { type: "organization", id: organizationId, name: "Just-in-time provisioning" };
    await recordChange(queries, call, { action: "just_in_time.set", target, before, after, workspaceId: null });
  });
  return { data: after };
});
