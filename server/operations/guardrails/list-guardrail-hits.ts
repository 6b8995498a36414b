import { listGuardrailHits as endpoint } from "#lib/contract/guardrail-hits.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { sumHits } from "#server/data/guardrail-hits.ts";
import { operation } from "#server/http/operation.ts";
import { hitRange, rangeRecord } from "./hit-range.ts";

export const listGuardrailHits = operation(endpoint)(async (gateway, { principal, query }) => {
  const range = hitRange(query, gateway.now());
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  await gateway.rollups.catchUp();
  const rows = await sumHits(gateway.database.queries, workspaceId, range);
  const hits = rows.map(({ guardrailId, action, ...row }) => ({
    guardrail_id: guardrailId,
    action: action as "block" | "redact" | "flag",
    ...row,
  }));
  return { data: { ...rangeRecord(range), hits } };
});
