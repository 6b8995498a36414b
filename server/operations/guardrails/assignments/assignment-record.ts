import type { z } from "zod";
import type { KeyAssignment, MemberAssignment } from "#lib/contract/guardrail-assignments.ts";
import type { KeyAssignmentRow, MemberAssignmentRow } from "#server/data/guardrail-assignments.ts";

/** Converts a stored assignment to a key to its API record. */
export function keyAssignmentRecord(row: KeyAssignmentRow): z.output<typeof KeyAssignment> {
  return {
    id: row.id,
    guardrail_id: row.guardrailId,
    key_hash: row.keyHash,
    key_label: row.keyLabel,
    key_name: row.keyName,
    assigned_by: row.assignedBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** Converts a stored assignment to a member to its API record. */
export function memberAssignmentRecord(row: MemberAssignmentRow): z.output<typeof MemberAssignment> {
  return {
    id: row.id,
    guardrail_id: row.guardrailId,
    user_id: row.userId,
    organization_id: row.organizationId,
    assigned_by: row.assignedBy,
    created_at: row.createdAt.toISOString(),
  };
}
