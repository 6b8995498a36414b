import { listInvitations as endpoint } from "#lib/contract/invitations.ts";
import { listInvitations as listRows } from "#server/data/invitations.ts";
import { operation } from "#server/http/operation.ts";
import { invitationRecord } from "./invitation-record.ts";

export const listInvitations = operation(endpoint)(async ({ database, now }, { principal, query }) => {
  const nowMs = now();
  const filter = { ...query, now: new Date(nowMs) };
  const { rows, total } = await listRows(database.queries, principal.organizationId, filter);
  return { data: rows.map((row) => invitationRecord(row, nowMs)), total_count: total };
});
