import { updateOrganization as endpoint } from "#lib/contract/organization.ts";
import { recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import { changeOrganization } from "#server/data/accounts.ts";
import { announce } from "#server/data/changes.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { organizationRecord } from "./organization-record.ts";

export const updateOrganization = operation(endpoint)(async ({ accounts, database }, call) => {
  const { name, requires_second_factor: requiresSecondFactor } = call.body;
  if (requiresSecondFactor) requireOwnSecondFactor(call.principal);
  const values = { name, requiresSecondFactor };
  const data = await database.queries.transaction(async (queries) => {
    const changed = await changeOrganization(queries, call.principal.organizationId, values);
    const [before, after] = [organizationRecord(changed.before), organizationRecord(changed.after)];
    const target = { type: "organization", id: after.id, name: after.name };
    await recordChange(queries, call, { action: "organization.update", target, before, after, workspaceId: null });
    return after;
  });
  await accounts.refresh();
  await announce(database, "workspaces");
  return { data };
});

/** Prevents lockouts: users who require a second factor must have just used their own. */
function requireOwnSecondFactor({ key, hasSecondFactor }: Principal): void {
  if (key || hasSecondFactor) return;
  throw new HttpError(403, "Verify a second factor in your own session before you require one for everyone", {
    metadata: { reason: "own_second_factor" },
  });
}
