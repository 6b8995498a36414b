import { listGuardrailHits as endpoint } from "#lib/contract/guardrail-hits.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { sumHits, sumHitsByTime } from "#server/data/guardrail-hits.ts";
import { operation } from "#server/http/operation.ts";
import { hitRange, rangeRecord } from "./hit-range.ts";

export const listGuardrailHits = operation(endpoint)(async (gateway, { principal, query }) => {
  const range = hitRange(query, gateway.now());
  const workspaceId = await requireWorkspace(gateway, principal, query.workspace_id);
  await gateway.rollups.catchUp();
  const { queries } = gateway.database;
  const rows: HitSum[] = query.granularity
    ? await sumHitsByTime(queries, workspaceId, range)
    : await sumHits(queries, workspaceId, range);
  return { data: { ...rangeRecord(range), hits: rows.map(hitRecord) } };
});

type HitSum = Awaited<ReturnType<typeof sumHits>>[number] & { time?: Date };

function hitRecord({ time, guardrailId, action, shadow, matches }: HitSum) {
  return {
    ...(time && { time: time.toISOString() }),
    guardrail_id: guardrailId,
    action: action as "block" | "redact" | "flag",
    shadow,
    matches,
  };
}
