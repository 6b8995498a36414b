import { resetModelAliasCanary as endpoint } from "#lib/contract/model-aliases.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { restartCanary } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { canaryOf } from "#server/pipeline/aliases/judge-canary.ts";
import { modelAliasRecord, storedRecord, targetOf } from "./model-alias-records.ts";
import { publishModelAliases } from "./publish-model-aliases.ts";
import { requireModelAlias, unknownAlias } from "./require-model-alias.ts";

export const resetModelAliasCanary = operation(endpoint)(async (gateway, call) => {
  const before = await requireModelAlias(gateway, call.principal, call.params.id);
  if (!canaryOf(before.targets)) throw new HttpError(409, `No target of ${before.name} is a canary`);
  const { workspaceId } = before;
  // A configuration file manages what the alias leads to, not the state of its canary.
  const unmanaged = { ...call, managed: undefined };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const changed = await restartCanary(queries, before);
    if (!changed) throw unknownAlias();
    await recordChange(queries, unmanaged, {
      action: "model_alias.reset_canary",
      target: targetOf(changed),
      before: storedRecord(before),
      after: storedRecord(changed),
      workspaceId,
    });
    return changed;
  });
  await publishModelAliases(gateway);
  return { data: modelAliasRecord(gateway, row) };
});
