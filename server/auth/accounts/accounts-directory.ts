import type { Role } from "#lib/roles.ts";
import { loadMembers, loadOrganizations, type OrganizationRecord } from "#server/data/accounts.ts";
import type { Queries } from "#server/data/database.ts";
import type { Recall } from "#server/data/recall.ts";
import { loadSingleSignOn } from "#server/data/single-sign-on.ts";
import { loadWorkspaceMembers, loadWorkspaces, type WorkspaceRecord } from "#server/data/workspaces.ts";
import { isDatabaseUnavailable } from "#server/errors.ts";

export type Membership = { organization: OrganizationRecord; role: Role };

/** A snapshot of memberships and workspaces. */
export type Directory = {
  /** True once somebody can administer everything; until then, set-up is open. */
  owned: boolean;
  membership(userId: string): Membership | undefined;
  /**
   * Returns the workspaces a user may see, the default one first: all of them for an owner or admin, otherwise the
   * user's own and the default.
   */
  visible(userId: string): WorkspaceRecord[];
  /** The identity providers available for sign-in. */
  singleSignOn: { provider: string; issuer: string }[];
  byId(workspaceId: string): WorkspaceRecord | undefined;
  /** Finds a workspace by UUID or slug; without either, the organization's default one. */
  workspace(organizationId: string, idOrSlug?: string): WorkspaceRecord | undefined;
};

export type Directories = {
  /** Returns the directory, at most ten seconds old while the database responds. */
  read(): Promise<Directory>;
  /** Returns the last directory read, without waiting; undefined before the first read. */
  latest(): Directory | undefined;
  /** Reads the directory again after a change. */
  refresh(): Promise<Directory>;
};

const MAX_AGE_MS = 10_000;

/** Creates a directory of memberships and workspaces in memory, so that a session check needs no query. */
export function createDirectories(queries: Queries, now: () => number, recall: Recall): Directories {
  let readAtMs = Number.NEGATIVE_INFINITY;
  let directory: Promise<Directory> | undefined;
  let latest: Directory | undefined;
  const refresh = () => {
    readAtMs = now();
    const loading = loadDirectory(queries, recall);
    directory = loading;
    loading.then(
      (loaded) => {
        if (directory === loading) latest = loaded;
      },
      () => {
        // A failed read must not be served for the next ten seconds.
        if (directory === loading) directory = undefined;
      },
    );
    return loading;
  };
  return {
    refresh,
    latest: () => latest,
    async read() {
      const recent = now() - readAtMs < MAX_AGE_MS ? directory : undefined;
      try {
        // A recent read may still be under way, for another caller, and fail.
        return await (recent ?? refresh());
      } catch (error) {
        if (latest && isDatabaseUnavailable(error)) return latest;
        throw error;
      }
    },
  };
}

async function loadDirectory(queries: Queries, recall: Recall): Promise<Directory> {
  // One after the other, since within a transaction they share a connection.
  const load = async () =>
    [
      await loadOrganizations(queries),
      await loadMembers(queries),
      await loadWorkspaces(queries),
      await loadWorkspaceMembers(queries),
      await loadSingleSignOn(queries),
    ] as const;
  const [organizations, members, workspaces, workspaceMembers, providers] = await recall("accounts", load);
  const byId = new Map(organizations.map((organization) => [organization.id, organization]));
  const memberships = new Map(
    members.map((member) => [
      member.userId,
      { organization: byId.get(member.organizationId) as OrganizationRecord, role: member.role as Role },
    ]),
  );
  const workspacesById = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const workspaceMemberships = new Set(workspaceMembers.map((member) => `${member.userId} ${member.workspaceId}`));
  return {
    owned: members.some((member) => member.role === "owner"),
    singleSignOn: providers.map(({ providerId, issuer }) => ({ provider: providerId, issuer })),
    membership: (userId) => memberships.get(userId),
    visible(userId) {
      const membership = memberships.get(userId);
      if (!membership) return [];
      const all = workspaces.filter((workspace) => workspace.organizationId === membership.organization.id);
      if (membership.role !== "member") return all;
      return all.filter((workspace) => workspace.isDefault || workspaceMemberships.has(`${userId} ${workspace.id}`));
    },
    byId: (workspaceId) => workspacesById.get(workspaceId),
    workspace: (organizationId, idOrSlug) =>
      pickWorkspace(
        workspaces.filter((workspace) => workspace.organizationId === organizationId),
        idOrSlug,
      ),
  };
}

/** Finds a workspace by UUID or slug; without either, the default one. */
export function pickWorkspace(workspaces: WorkspaceRecord[], idOrSlug?: string): WorkspaceRecord | undefined {
  if (!idOrSlug) return workspaces.find((workspace) => workspace.isDefault);
  const name = idOrSlug.toLowerCase();
  return workspaces.find(({ id }) => id === name) ?? workspaces.find(({ slug }) => slug === name);
}
