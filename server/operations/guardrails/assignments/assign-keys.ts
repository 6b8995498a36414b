import { assignKeys as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { assignKeys as assignRows } from "#server/data/guardrail-assignments.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { publishGuardrails } from "../publish-guardrails.ts";
import { requireGuardrail } from "../require-guardrail.ts";

export const assignKeys = operation(endpoint)(async (gateway, call) => {
  const { principal, params, body } = call;
  const { id, name, workspaceId } = await requireGuardrail(gateway, principal, params.id);
  const assigning = { guardrailId: id, assignedBy: principal.userId };
  const assigned = await gateway.database.queries.transaction(async (queries) => {
    const hashes = await assignRows(queries, workspaceId, assigning, body.key_hashes);
    if (!hashes) throw new HttpError(404, "API key not found: each must belong to the guardrail's workspace");
    const change = { target: { type: "guardrail", id, name }, after: { key_hashes: hashes }, workspaceId };
    if (hashes.length > 0) await recordChange(queries, call, { action: "guardrail.assign", ...change });
    return hashes;
  });
  if (assigned.length > 0) await publishGuardrails(gateway, assigned);
  return { assigned_count: assigned.length };
});
