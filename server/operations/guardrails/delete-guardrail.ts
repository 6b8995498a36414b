import { deleteGuardrail as endpoint } from "#lib/contract/guardrails.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteGuardrail as deleteRow } from "#server/data/guardrails.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailRecord } from "./guardrail-record.ts";
import { publishGuardrails } from "./publish-guardrails.ts";
import { requireGuardrail } from "./require-guardrail.ts";

export const deleteGuardrail = operation(endpoint)(async (gateway, call) => {
  const row = await requireGuardrail(gateway, call.principal, call.params.id);
  const { id, name, workspaceId } = row;
  const freed = await gateway.database.queries.transaction(async (queries) => {
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
  await publishGuardrails(gateway, freed);
  return { deleted: true as const };
});
