import { and, eq } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { member, organization, user } from "./schema/accounts.ts";
import { workspace, workspaceMember } from "./schema/workspaces.ts";

/** Who joins an organization at their first single sign-on, and with what. */
export type JoinRules = { domains: string[]; role: string; workspaceId: string | null };

export async function findJoinRules(queries: Queries, organizationId: string): Promise<JoinRules> {
  const [row] = await queries
    .select({ domains: organization.joinDomains, role: organization.joinRole, workspaceId: workspace.id })
    .from(organization)
    // The workspace may have been deleted.
    .leftJoin(
      workspace,
      and(eq(workspace.id, organization.joinWorkspaceId), eq(workspace.organizationId, organization.id)),
    )
    .where(eq(organization.id, organizationId));
  return { domains: row?.domains ?? [], role: row?.role ?? "member", workspaceId: row?.workspaceId ?? null };
}

export async function storeJoinRules(
  queries: Transaction,
  organizationId: string,
  { domains, role, workspaceId }: JoinRules,
): Promise<void> {
  await queries
    .update(organization)
    .set({ joinDomains: domains.length > 0 ? domains : null, joinRole: role, joinWorkspaceId: workspaceId })
    .where(eq(organization.id, organizationId));
}

/** Returns the address of an account that is in no organization, not even deactivated. */
export async function findOutsider(queries: Queries, userId: string): Promise<string | undefined> {
  const [row] = await queries
    .select({ email: user.email, memberId: member.id })
    .from(user)
    .leftJoin(member, eq(member.userId, user.id))
    .where(eq(user.id, userId));
  return row && row.memberId === null ? row.email : undefined;
}

/** Adds an account to an organization by its rules. Returns false if it joined in the meantime. */
export async function joinByRules(
  queries: Transaction,
  organizationId: string,
  userId: string,
  { role, workspaceId }: JoinRules,
): Promise<boolean> {
  const added = await queries
    .insert(member)
    .values({ organizationId, userId, role })
    .onConflictDoNothing()
    .returning({ id: member.id });
  if (added.length === 0) return false;
  if (workspaceId) await queries.insert(workspaceMember).values({ workspaceId, userId }).onConflictDoNothing();
  return true;
}
