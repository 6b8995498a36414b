import { listAudit as endpoint } from "#lib/contract/audit.ts";
import type { ResponseOf } from "#lib/contract/endpoint.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { type AuditRow, listAudit as listRows } from "#server/data/audit.ts";
import { operation } from "#server/http/operation.ts";
export const listAudit = operation(endpoint)(async (gateway, { principal, query }) => {
  const { actor, action, workspace_id, from, to, offset, limit } = query;
  const workspaceId = workspace_id && (await requireWorkspace(gateway, principal, workspace_id));
  const span = { from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
  const target = { targetType: query.target_type, targetId: query.target_id };
  const filter = { actor, action, workspaceId, offset, limit, ...target, ...span };
  const { rows, total } = await listRows(gateway.database.queries, principal.organizationId, filter);
  return { data: rows.map(auditRecord), total_count: total };
});

type AuditRecord = ResponseOf<typeof endpoint>["data"][number];
type Actor = AuditRecord["actor"];

function auditRecord(row: AuditRow): AuditRecord {
  return {
    id: row.id,
    created_at: row.createdAt.toISOString(),
    workspace_id: row.workspaceId,
    actor: actorOf(row),
    action: row.action,
    target: { type: row.targetType, id: row.targetId, name: row.targetName },
    before: row.before,
    after: row.after,
    request_id: row.requestId,
    address: row.address,
  };
}

function actorOf({ actorKeyHash, actorUserId, actorTokenId, actorName: name }: AuditRow): Actor {
  if (actorTokenId) return { type: "scim", id: actorTokenId, name };
  if (actorKeyHash) return { type: "key", id: actorKeyHash, name };
  if (actorUserId) return { type: "user", id: actorUserId, name };
  return { type: "operator", id: "", name };
}
