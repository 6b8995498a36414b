import type { z } from "zod";
import type { WorkspaceMember } from "#lib/contract/workspace-members.ts";
import type { Place, WorkspacePerson } from "#server/data/workspace-members.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";

/** Converts a member of a workspace to their API record. */
export function memberRecord({ workspaceId }: Place, person: WorkspacePerson): z.output<typeof WorkspaceMember> {
  const { id, userId, role, createdAt, name, email, isByMapping } = person;
  return {
    id,
    user_id: userId,
    workspace_id: workspaceId,
    role,
    name,
    email,
    source: isByMapping ? "group" : "hand",
    created_at: createdAt.toISOString(),
  };
}

export function placeOf({ id, organizationId, isDefault }: WorkspaceRow): Place {
  return { workspaceId: id, organizationId, isDefault };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the named users, each once; undefined if one cannot be a user's id. */
export function userIdsOf(named: readonly string[]): string[] | undefined {
  return named.every((id) => UUID.test(id)) ? [...new Set(named.map((id) => id.toLowerCase()))] : undefined;
}
