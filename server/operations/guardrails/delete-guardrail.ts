import { deleteGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteGuardrail as deleteRow } from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { guardrailRecord } from "./guardrail-record.ts";

export const deleteGuardrail = operation(endpoint)(async (call) => {
  const open = gateway();
  const row = await guardrailInReach(open, call.principal, call.params.id);
  const { id, name, workspaceId } = row;
  const freed = await deleteRow(open.database, workspaceId, id);
  if (!freed) throw new HttpError(404, "Guardrail not found");
  await changedGuardrails(open, freed);
  const target = { type: "guardrail", id, name };
  await recordChange(call, { action: "guardrail.delete", target, before: guardrailRecord(row), workspaceId });
  return { deleted: true as const };
});
