import { isDeepStrictEqual } from "node:util";
import { updateModelAlias as endpoint } from "#lib/contract/model-aliases.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { type AliasTarget, nextRollout, updateModelAlias as updateRow } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkTargets, requireFreeName } from "./check-alias.ts";
import { modelAliasRecord, storedRecord, storedTargets, targetOf } from "./model-alias-records.ts";
import { publishModelAliases } from "./publish-model-aliases.ts";
import { requireModelAlias, unknownAlias } from "./require-model-alias.ts";

export const updateModelAlias = operation(endpoint)(async (gateway, call) => {
  const { body, principal } = call;
  const before = await requireModelAlias(gateway, principal, call.params.id);
  if (Object.keys(body).length === 0) return { data: modelAliasRecord(gateway, before) };
  const { workspaceId } = before;
  const scope = { organizationId: principal.organizationId, workspaceId };
  const { name = before.name, description } = body;
  const targets = body.targets ? storedTargets(body.targets) : undefined;
  if (name !== before.name) requireFreeName(gateway, scope, name);
  checkTargets(gateway, scope, name, targets ?? before.targets);
  const changes = {
    name,
    ...(description !== undefined && { description }),
    ...(targets && { targets }),
    ...(targets && isOtherCanary(before.targets, targets) && { rollout: nextRollout(before.rollout) }),
  };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const changed = await updateRow(queries, before, changes);
    if (changed === "taken") throw new HttpError(409, `This workspace already has an alias ${name}`);
    if (!changed) throw unknownAlias();
    await recordChange(queries, call, {
      action: "model_alias.update",
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

/** Returns whether the canary leads elsewhere, so that the statistics of the previous one do not count. */
function isOtherCanary(before: readonly AliasTarget[], after: readonly AliasTarget[]): boolean {
  const [former, next] = [before, after].map((targets) => targets.find(({ canary }) => canary));
  if (!former || !next) return former !== next;
  const { model, preset, providerOrder } = next;
  const leadsTo = { model: former.model, preset: former.preset, providerOrder: former.providerOrder };
  return !isDeepStrictEqual({ model, preset, providerOrder }, leadsTo);
}
