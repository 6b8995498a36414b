import { listGuardrailVersions as endpoint } from "#lib/contract/guardrails.ts";
import { listVersions } from "#server/data/guardrails.ts";
import { operation } from "#server/http/operation.ts";
import { versionRecord } from "./guardrail-record.ts";
import { requireGuardrail } from "./require-guardrail.ts";

export const listGuardrailVersions = operation(endpoint)(async (gateway, { principal, params, query }) => {
  const { id } = await requireGuardrail(gateway, principal, params.id);
  const { rows, total } = await listVersions(gateway.database.queries, id, query);
  return { data: rows.map(versionRecord), total_count: total };
});
