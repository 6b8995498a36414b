import { requireWorkspace } from "#server/auth/access.ts";
import { notOwner } from "#server/auth/ownership.ts";
import type { Principal } from "#server/caller/principal.ts";
import { findLogView, type LogViewRow } from "#server/data/log-views.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { isOwnLogView, logViewRecord } from "./log-view-records.ts";

/** Returns a view that the caller may change. Throws 404 for one that they do not see, and 403 for one of others. */
export async function requireLogView(gateway: Gateway, principal: Principal, id: string): Promise<LogViewRow> {
  const row = await findLogView(gateway.database.queries, principal.organizationId, id);
  if (!row || !(row.isShared || isOwnLogView(principal, row))) throw new HttpError(404, "Log view not found");
  await requireWorkspace(gateway, principal, row.workspaceId);
  if (!logViewRecord(principal, row).can_change) throw notOwner("log view");
  return row;
}
