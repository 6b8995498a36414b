import { deleteModelAlias as endpoint } from "#lib/contract/model-aliases.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { deleteModelAlias as deleteRow } from "#server/data/model-aliases.ts";
import { operation } from "#server/http/operation.ts";
import { storedRecord, targetOf } from "./model-alias-records.ts";
import { publishModelAliases } from "./publish-model-aliases.ts";
import { requireModelAlias, unknownAlias } from "./require-model-alias.ts";

export const deleteModelAlias = operation(endpoint)(async (gateway, call) => {
  const row = await requireModelAlias(gateway, call.principal, call.params.id);
  const { workspaceId } = row;
  await gateway.database.queries.transaction(async (queries) => {
    if (!(await deleteRow(queries, row))) throw unknownAlias();
    const before = storedRecord(row);
    await recordChange(queries, call, { action: "model_alias.delete", target: targetOf(row), before, workspaceId });
  });
  await publishModelAliases(gateway);
  return { deleted: true as const };
});
