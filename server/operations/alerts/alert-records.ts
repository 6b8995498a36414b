import type { z } from "zod";
import type { Alert } from "#lib/contract/alerts.ts";
import { coversWorkspace } from "#server/auth/key-scopes.ts";
import type { Principal } from "#server/caller/principal.ts";
import { type AlertRow, findAlert } from "#server/data/alerts.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";

type Wire = z.output<typeof Alert>;

/** Converts a stored alert to its API record. */
export function alertRecord(row: AlertRow): Wire {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    rule_id: row.ruleId,
    rule_name: row.ruleName,
    kind: row.kind as Wire["kind"],
    subject: row.subject,
    subject_name: row.subjectName,
    message: row.message,
    numbers: row.numbers,
    state: row.resolvedAt ? "resolved" : "open",
    opened_at: row.openedAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    resolved_at: row.resolvedAt?.toISOString() ?? null,
    acknowledged_at: row.acknowledgedAt?.toISOString() ?? null,
    acknowledged_by: row.acknowledgedBy,
    snoozed_until: row.snoozedUntil?.toISOString() ?? null,
  };
}

/** Returns an alert of the caller's organization. Throws 404 for any other. */
export async function requireAlert({ database }: Gateway, principal: Principal, id: string): Promise<AlertRow> {
  const row = await findAlert(database.queries, principal.organizationId, id);
  if (!row || !coversWorkspace(principal, row.workspaceId)) throw new HttpError(404, "Alert not found");
  return row;
}
