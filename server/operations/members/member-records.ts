import type { z } from "zod";
import type { OrganizationMember } from "#lib/contract/members.ts";
import { type Role, reachOf } from "#lib/roles.ts";
import type { Principal } from "#server/caller/principal.ts";
import { announce } from "#server/data/changes.ts";
import { findMember, type Outcome, type Person } from "#server/data/members.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { userIdsOf } from "#server/operations/workspace-members/member-record.ts";

/** Converts a member of the organization to their API record. */
export function memberRecord(person: Person): z.output<typeof OrganizationMember> {
  const [first = "", ...rest] = person.name.split(" ");
  return {
    id: person.userId,
    email: person.email,
    first_name: first || null,
    last_name: rest.join(" ") || null,
    name: person.name,
    role: person.role === "member" ? "org:member" : "org:admin",
    organization_role: person.role as Role,
    role_source: person.hasMappedRole ? "group" : "hand",
    two_factor_enabled: person.hasSecondFactor,
    active: person.deactivatedAt === null,
    created_at: person.createdAt.toISOString(),
  };
}

/** Returns a member of the caller's organization by user id. Throws 404. */
export async function requireMember({ database }: Gateway, principal: Principal, id: string): Promise<Person> {
  const [userId] = userIdsOf([id]) ?? [];
  const person = userId && (await findMember(database.queries, principal.organizationId, userId));
  if (!person) throw new HttpError(404, "User not found");
  return person;
}

/** Throws 403 if one of the roles is owner and the caller must not create or change owners. */
export function rejectOwners({ role }: Principal, ...roles: string[]): void {
  // A management key has the rights of an admin.
  if (!roles.includes("owner") || reachOf(role ?? "admin", "owners") !== "none") return;
  throw new HttpError(403, "Only owners can create, change or remove owners");
}

export function rejectOutcome(outcome: Outcome, kind: "active keys" | "active management keys"): void {
  if (outcome === "last owner")
    throw new HttpError(409, "An organization needs an owner; make another member an owner first");
  if (outcome === "active keys") throw new HttpError(409, `This member has ${kind}; disable or delete the keys first`);
}

/** Returns a member as the target of an audit entry. */
export function memberTarget({ userId, email }: Pick<Person, "userId" | "email">) {
  return { type: "member", id: userId, name: email };
}

/** Applies changed memberships starting with the next request, here at once and in other processes by announcement. */
export async function publishMembers({ accounts, database }: Gateway): Promise<void> {
  await accounts.refresh();
  await announce(database, "workspaces");
}
