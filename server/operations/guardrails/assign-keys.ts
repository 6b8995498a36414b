import { assignKeys as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { assignKeys as assignRows } from "#server/data/guardrail-assignments.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";

export const assignKeys = operation(endpoint)(async (call) => {
  const open = gateway();
  const { principal, params, body } = call;
  const { id, name, workspaceId } = await guardrailInReach(open, principal, params.id);
  const assigning = { guardrailId: id, assignedBy: principal.userId };
  const hashes = await assignRows(open.database, workspaceId, assigning, body.key_hashes);
  if (!hashes) throw new HttpError(404, "API key not found: each must be of the guardrail's workspace");
  if (hashes.length > 0) {
    await changedGuardrails(open, hashes);
    const target = { type: "guardrail", id, name };
    await recordChange(call, { action: "guardrail.assign", target, after: { key_hashes: hashes }, workspaceId });
  }
  return { assigned_count: hashes.length };
});
