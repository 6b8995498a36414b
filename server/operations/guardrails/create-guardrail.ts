import { createGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { type GuardrailRow, insertGuardrail } from "#server/data/guardrails.ts";
import { rejectInvalidPatterns } from "#server/guardrails/patterns/reject-invalid-patterns.ts";
import { operation } from "#server/http/operation.ts";
import { authorshipOf, changesOf } from "./guardrail-fields.ts";
import { guardrailRecord } from "./guardrail-record.ts";
import { publishGuardrails } from "./publish-guardrails.ts";

export const createGuardrail = operation(endpoint)(async (gateway, call) => {
  const { workspace_id, ...sent } = call.body;
  const workspaceId = await requireWorkspace(gateway, call.principal, workspace_id);
  await rejectInvalidPatterns(sent.content_filters);
  const fields = { ...changesOf(sent), name: sent.name, workspaceId };
  const data = await gateway.database.queries.transaction(async (queries) => {
    // The id is random, so no other guardrail has it.
    const row = (await insertGuardrail(queries, fields, authorshipOf(call.principal, sent))) as GuardrailRow;
    const after = guardrailRecord(row);
    const target = { type: "guardrail", id: row.id, name: row.name };
    await recordChange(queries, call, { action: "guardrail.create", target, after, workspaceId });
    return after;
  });
  await publishGuardrails(gateway);
  return { data };
});
