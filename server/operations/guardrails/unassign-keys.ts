import { unassignKeys as endpoint } from "#lib/contract/guardrail-assignments.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { unassignKeys as unassignRows } from "#server/data/guardrail-assignments.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";

export const unassignKeys = operation(endpoint)(async (call) => {
  const open = gateway();
  const { id, name, workspaceId } = await guardrailInReach(open, call.principal, call.params.id);
  const hashes = await unassignRows(open.database.queries, id, call.body.key_hashes);
  if (hashes.length > 0) {
    await changedGuardrails(open, hashes);
    const target = { type: "guardrail", id, name };
    await recordChange(call, { action: "guardrail.unassign", target, before: { key_hashes: hashes }, workspaceId });
  }
  return { unassigned_count: hashes.length };
});
