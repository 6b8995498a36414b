import { listGuardrails as endpoint } from "#lib/contract/guardrails.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { listGuardrails as listRows } from "#server/data/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailRecord } from "./guardrail-record.ts";

export const listGuardrails = operation(endpoint)(async (gateway, { principal, query }) => {
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  const { rows, total } = await listRows(gateway.database.queries, workspaceId, query);
  return { data: rows.map(guardrailRecord), total_count: total };
});
