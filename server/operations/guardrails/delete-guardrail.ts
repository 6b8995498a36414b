import { deleteGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteGuardrail as deleteRow } from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";
import { changedGuardrails } from "./changed-guardrails.ts";
import { guardrailInReach } from "./guardrail-in-reach.ts";
import { guardrailRecord } from "./guardrail-record.ts";

export const deleteGuardrail = operation(endpoint)(async (call) => {
  const open = gateway();
  const row = await guardrailInReach(open, call.principal, call.params.id);
  const { id, name, workspaceId } = row;
  const freed = await open.database.queries.transaction(async (queries) => {
    const keyHashes = await deleteRow(queries, workspaceId, id);
    if (!keyHashes) throw new HttpError(404, "Guardrail not found");
    const target = { type: "guardrail", id, name };
    await recordChange(queries, call, {
      action: "guardrail.delete",
      target,
      before: guardrailRecord(row),
      workspaceId,
    });
    return keyHashes;
  });
  await changedGuardrails(open, freed);
  return { deleted: true as const };
});
