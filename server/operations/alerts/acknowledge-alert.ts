import { acknowledgeAlert as endpoint } from "#lib/contract/alerts.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findMember } from "#server/data/members.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { requireAlert } from "./alert-records.ts";
import { changeAlert } from "./change-alert.ts";

export const acknowledgeAlert = operation(endpoint)(async (gateway, call) => {
  const before = await requireAlert(gateway, call.principal, call.params.id);
  const acknowledgedBy = await nameOf(gateway, call.principal);
  const changes = { acknowledgedAt: new Date(gateway.now()), acknowledgedBy };
  return changeAlert(gateway, call, before, { action: "alert.acknowledge", changes });
});

/** Returns the name of the person, or the label of the key. */
async function nameOf({ database }: Gateway, principal: Principal): Promise<string> {
  const { key, userId, organizationId, actorName } = principal;
  if (key || userId === null) return key?.label ?? actorName ?? "";
  return (await findMember(database.queries, organizationId, userId))?.name ?? "";
}
