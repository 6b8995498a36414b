import { unassignKeys as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { unassignKeys as unassignRows } from "#server/data/guardrail-assignments.ts";
import { operation } from "#server/http/operation.ts";
import { publishGuardrails } from "../publish-guardrails.ts";
import { requireGuardrail } from "../require-guardrail.ts";

export const unassignKeys = operation(endpoint)(async (gateway, call) => {
  const { id, name, workspaceId } = await requireGuardrail(gateway, call.principal, call.params.id);
  const unassigned = await gateway.database.queries.transaction(async (queries) => {
    const hashes = await unassignRows(queries, id, call.body.key_hashes);
    const change = { target: { type: "guardrail", id, name }, before: { key_hashes: hashes }, workspaceId };
    if (hashes.length > 0) await recordChange(queries, call, { action: "guardrail.unassign", ...change });
    return hashes;
  });
  if (unassigned.length > 0) await publishGuardrails(gateway, unassigned);
  return { unassigned_count: unassigned.length };
});
