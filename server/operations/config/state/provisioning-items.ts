import type { ConfigDocument } from "#lib/contract/config-document.ts";
import type { GroupMappingRow } from "#server/data/group-mappings.ts";
import type { JoinRules } from "#server/data/just-in-time.ts";
import type { StoredRecords } from "./config-state.ts";

type Mapping = NonNullable<ConfigDocument["group_mappings"]>[number];
type Joining = NonNullable<ConfigDocument["just_in_time"]>;

/** Returns whether a mapping gives anything; its workspace may have been deleted. */
export function grantsAnything({ role, workspaceId }: GroupMappingRow): boolean {
  return role !== null || workspaceId !== null;
}

/** Converts a stored mapping to a document's item. */
export function mappingItem({ group, role, workspaceId }: GroupMappingRow, records: StoredRecords): Mapping {
  return { group, role: role as Mapping["role"], workspace: slugOf(workspaceId, records) };
}

/** Converts the rules of joining to a document's item. */
export function joiningItem(records: StoredRecords): Joining {
  const { domains, role, workspaceId }: JoinRules = records.joinRules;
  const workspace = slugOf(workspaceId, records);
  return { domains, role: role as Joining["role"], ...(workspace && { workspace }) };
}

function slugOf(id: string | null, { workspaces }: StoredRecords): string | null {
  return workspaces.find((one) => one.id === id)?.slug ?? null;
}
