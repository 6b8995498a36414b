import { listGuardrails as endpoint } from "#lib/contract/guardrails.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { listGuardrails as listRows } from "#server/data/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { guardrailRecord } from "./guardrail-record.ts";

export const listGuardrails = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  const { rows, total } = await listRows(open.database.queries, workspaceId, query);
  return { data: rows.map(guardrailRecord), total_count: total };
});
