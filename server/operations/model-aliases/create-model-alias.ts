import { createModelAlias as endpoint } from "#lib/contract/model-aliases.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertModelAlias } from "#server/data/model-aliases.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { checkTargets, requireFreeName } from "./check-alias.ts";
import { modelAliasRecord, storedRecord, storedTargets, targetOf } from "./model-alias-records.ts";
import { publishModelAliases } from "./publish-model-aliases.ts";

const MOST_ALIASES = 200;

export const createModelAlias = operation(endpoint)(async (gateway, call) => {
  const { workspace_id, name, description, ...body } = call.body;
  const workspaceId = await requireWorkspace(gateway, call.principal, workspace_id);
  const scope = { organizationId: call.principal.organizationId, workspaceId };
  const targets = storedTargets(body.targets);
  requireFreeName(gateway, scope, name);
  checkTargets(gateway, scope, name, targets);
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertModelAlias(queries, { workspaceId, name, description, targets }, MOST_ALIASES);
    if (made === "full") throw new HttpError(409, `A workspace can have at most ${MOST_ALIASES} model aliases`);
    if (!made) throw new HttpError(409, `This workspace already has an alias ${name}`);
    const after = storedRecord(made);
    await recordChange(queries, call, { action: "model_alias.create", target: targetOf(made), after, workspaceId });
    return made;
  });
  await publishModelAliases(gateway);
  return { data: modelAliasRecord(gateway, row) };
});
