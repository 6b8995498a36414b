import { listGuardrailHits as endpoint } from "#lib/contract/guardrail-hits.ts";
import { workspaceInReach } from "#server/auth/reach.ts";
import { sumHits } from "#server/data/guardrail-hits.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { hitRange, rangeRecord } from "./hit-range.ts";

export const listGuardrailHits = operation(endpoint)(async ({ principal, query }) => {
  const open = gateway();
  const range = hitRange(query, open.now());
  const workspaceId = await workspaceInReach(open, principal, query.workspace_id);
  await open.rollups.catchUp();
  const rows = await sumHits(open.database.queries, workspaceId, range);
  const hits = rows.map(({ guardrailId, action, ...row }) => ({
    guardrail_id: guardrailId,
    action: action as "block" | "redact" | "flag",
    ...row,
  }));
  return { data: { ...rangeRecord(range), hits } };
});
