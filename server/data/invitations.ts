import { and, count, desc, eq, gt, lte, type SQL } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { account, invitation, member, organization, user } from "./schema/accounts.ts";

export type InvitationRow = typeof invitation.$inferSelect;
export type NewInvitation = typeof invitation.$inferInsert;
export type InvitationStatus = "pending" | "accepted" | "revoked" | "expired";

/** Adds an invitation and replaces pending ones of the same address. */
export async function insertInvitation(queries: Transaction, values: NewInvitation): Promise<InvitationRow> {
  const same = and(eq(invitation.organizationId, values.organizationId), eq(invitation.email, values.email));
  await queries
    .update(invitation)
    .set({ status: "revoked" })
    .where(and(same, eq(invitation.status, "pending")));
  const [row] = await queries.insert(invitation).values(values).returning();
  return row as InvitationRow;
}

/** Returns a page of an organization's invitations, newest first, and their total number. */
export async function listInvitations(
  queries: Queries,
  organizationId: string,
  filter: { status?: InvitationStatus | undefined; now: Date; offset: number; limit: number },
) {
  const where = and(eq(invitation.organizationId, organizationId), inStatus(filter.status, filter.now));
  const rows = await queries
    .select()
    .from(invitation)
    .where(where)
    .orderBy(desc(invitation.createdAt), invitation.id)
    .limit(filter.limit)
    .offset(filter.offset);
  const [total] = await queries.select({ count: count() }).from(invitation).where(where);
  return { rows, total: total?.count ?? 0 };
}

/** Revokes a pending invitation. Returns undefined if the organization has none with this id. */
export async function revokeInvitation(
  queries: Queries,
  organizationId: string,
  id: string,
): Promise<InvitationRow | undefined> {
  const [row] = await queries
    .update(invitation)
    .set({ status: "revoked" })
    .where(and(eq(invitation.organizationId, organizationId), eq(invitation.id, id), eq(invitation.status, "pending")))
    .returning();
  return row;
}

export type OpenInvitation = {
  id: string;
  organizationId: string;
  organizationName: string;
  email: string;
  role: string;
  expiresAt: Date;
  /** The account with this address, if there is one. */
  userId: string | null;
  userName: string | null;
};

/** Returns the invitation of a link's token, if it can be accepted now. */
export function findOpenInvitation(
  queries: Queries,
  tokenHash: string,
  now: Date,
): Promise<OpenInvitation | undefined> {
  return findOpen(queries, and(eq(invitation.tokenHash, tokenHash), inStatus("pending", now)));
}

/** Returns an organization's invitation for an address, or for the account with it, if it can be accepted now. */
export function findInvitationOf(
  queries: Queries,
  organizationId: string,
  who: { email: string } | { userId: string },
  now: Date,
): Promise<OpenInvitation | undefined> {
  const isFor = "email" in who ? eq(invitation.email, who.email.toLowerCase()) : eq(user.id, who.userId);
  return findOpen(queries, and(eq(invitation.organizationId, organizationId), isFor, inStatus("pending", now)));
}

async function findOpen(queries: Queries, where: SQL | undefined): Promise<OpenInvitation | undefined> {
  const { id, organizationId, email, role, expiresAt } = invitation;
  const fields = { id, organizationId, email, role, expiresAt };
  const [row] = await queries
    .select({ ...fields, organizationName: organization.name, userId: user.id, userName: user.name })
    .from(invitation)
    .innerJoin(organization, eq(organization.id, organizationId))
    .leftJoin(user, eq(user.email, email))
    .where(where);
  return row && { ...row, role: row.role ?? "member" };
}

export type NewAccount = { name: string; passwordHash: string };

/**
 * Accepts an invitation: creates the account, or adds the account with the address to the organization. Of two
 * simultaneous calls one succeeds and the other gets undefined. Returns the user's id.
 */
export async function acceptInvitation(
  queries: Transaction,
  open: OpenInvitation,
  newAccount: NewAccount | undefined,
): Promise<string | undefined> {
  const { id, organizationId, email, role } = open;
  const accepted = await queries
    .update(invitation)
    .set({ status: "accepted" })
    .where(and(eq(invitation.id, id), eq(invitation.status, "pending")))
    .returning({ id: invitation.id });
  if (accepted.length === 0) return undefined;
  const userId = open.userId ?? (await insertUser(queries, email, newAccount as NewAccount));
  await queries.insert(member).values({ organizationId, userId, role }).onConflictDoNothing();
  return userId;
}

async function insertUser(queries: Queries, email: string, { name, passwordHash }: NewAccount) {
  const [created] = await queries.insert(user).values({ name, email }).returning({ id: user.id });
  const userId = (created as { id: string }).id;
  // The accounts library finds a password by this provider and the user's own id.
  await queries.insert(account).values({ userId, accountId: userId, providerId: "credential", password: passwordHash });
  return userId;
}

/** Returns whether the organization has a member with this address. */
export async function hasMember(queries: Queries, organizationId: string, email: string): Promise<boolean> {
  const rows = await queries
    .select({ id: member.id })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), eq(user.email, email)));
  return rows.length > 0;
}

function inStatus(status: InvitationStatus | undefined, now: Date) {
  if (!status) return undefined;
  if (status === "expired") return and(eq(invitation.status, "pending"), lte(invitation.expiresAt, now));
  return and(eq(invitation.status, status), status === "pending" ? gt(invitation.expiresAt, now) : undefined);
}
