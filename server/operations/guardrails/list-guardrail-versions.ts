import { listGuardrailVersions as endpoint } from "#lib/contract/guardrails.ts";
import { listVersions } from "#server/data/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { versionRecord } from "./guardrail-record.ts";

export const listGuardrailVersions = operation(endpoint)(async ({ principal, params, query }) => {
  const open = gateway();
  const { id } = await guardrailInReach(open, principal, params.id);
  const { rows, total } = await listVersions(open.database.queries, id, query);
  return { data: rows.map(versionRecord), total_count: total };
});
