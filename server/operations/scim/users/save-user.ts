import type { ScimUserInput } from "#lib/contract/scim-attributes.ts";
import { type AuditedCall, recordChange } from "#server/audit/record-change.ts";
import type { Principal } from "#server/caller/principal.ts";
import { announce } from "#server/data/changes.ts";
import type { Transaction } from "#server/data/database.ts";
import { deactivateMember, reactivateMember } from "#server/data/members.ts";
import {
  findAccount,
  hasScimUserName,
  insertAccount,
  insertMember,
  insertScimUser,
  lockOrganization,
  type ProvisionedUser,
  updateAccount,
  updateScimUser,
} from "#server/data/scim-users.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { scimError } from "../scim-error.ts";
import { requireUser } from "./require-user.ts";
import { accountOf, valuesOf } from "./user-resource.ts";

type Parts = { queries: Transaction; call: AuditedCall; now: Date };

/** Throws 403 if a member is an owner and the directory's token may not change owners. */
export function rejectOwner({ scimToken }: Principal, role: string): void {
  if (role !== "owner" || scimToken?.mayChangeOwners) return;
  throw new HttpError(403, "This user is an owner; only a SCIM token that an owner created may change owners");
}

/**
 * Creates the account and membership of a user, or links those with the same address. Returns the user's id. Throws 400,
 * 403, and 409 with `uniqueness` for a name or address that another user has.
 */
export async function createUser(parts: Parts, input: ScimUserInput): Promise<string> {
  const { queries, call, now } = parts;
  const { organizationId } = call.principal;
  const account = accountOf(input);
  await lockOrganization(queries, organizationId);
  await requireFreeName(queries, organizationId, input.userName);
  const found = await findAccount(queries, account.email);
  const { membership } = found ?? {};
  if (membership && (membership.isProvisioned || membership.organizationId !== organizationId)) throw takenAddress();
  if (membership) rejectOwner(call.principal, membership.role);
  const userId = found?.userId ?? (await insertAccount(queries, account));
  if (!userId) throw takenAddress();
  if (found) await updateAccount(queries, userId, account);
  const role = membership?.role ?? "member";
  const memberId = membership?.memberId ?? (await insertMember(queries, { organizationId, userId, role }));
  await insertScimUser(queries, { organizationId, memberId, userId }, valuesOf(input));
  const isLinked = membership !== undefined;
  const target = { type: "member", id: userId, name: account.email };
  const after = { ...account, role, user_name: input.userName, was_member: isLinked };
  await recordChange(queries, call, { action: "member.provision", target, after, workspaceId: null });
  if (!input.active) await deactivate({ queries, call, now }, userId, account.email);
  return userId;
}

/** Changes a user: `change` returns what the user should become. Throws 404, and like `createUser`. */
export async function changeUser(
  parts: Parts,
  userId: string,
  change: (before: ProvisionedUser) => ScimUserInput,
): Promise<void> {
  const { queries, call, now } = parts;
  const { organizationId } = call.principal;
  await lockOrganization(queries, organizationId);
  const before = await requireUser(queries, organizationId, userId);
  const input = change(before);
  rejectOwner(call.principal, before.role);
  await requireFreeName(queries, organizationId, input.userName, userId);
  const account = accountOf(input);
  const values = valuesOf(input);
  if (isChanged(before, values)) {
    if (!(await updateAccount(queries, userId, account))) throw takenAddress();
    await updateScimUser(queries, userId, values);
    await recordChange(queries, call, {
      action: "member.update_profile",
      target: { type: "member", id: userId, name: account.email },
      before: { email: before.email, user_name: before.userName },
      after: { ...account, user_name: input.userName },
      workspaceId: null,
    });
  }
  if (before.isActive && !input.active) await deactivate({ queries, call, now }, userId, account.email);
  if (!before.isActive && input.active) await reactivate(parts, userId, account.email);
}

/** Applies what directories changed: memberships from the next request, and the keys of the people concerned. */
export async function publishProvisioning({ accounts, keys, database }: Gateway): Promise<void> {
  await Promise.all([accounts.refresh(), keys.refresh()]);
  await announce(database, "workspaces");
}

function isChanged(before: ProvisionedUser, values: ReturnType<typeof valuesOf>): boolean {
  return Object.entries(values).some(
    ([name, value]) => JSON.stringify(before[name as keyof ProvisionedUser]) !== JSON.stringify(value),
  );
}

async function requireFreeName(queries: Transaction, organizationId: string, userName: string, exceptId?: string) {
  if (await hasScimUserName(queries, organizationId, userName, exceptId))
    throw scimError("uniqueness", "Another user has this userName");
}

function takenAddress(): HttpError {
  return scimError("uniqueness", "Another user has this email address");
}

async function deactivate({ queries, call, now }: Parts, userId: string, email: string): Promise<void> {
  const outcome = await deactivateMember(queries, call.principal.organizationId, userId, now);
  if (outcome === "last owner") throw lastOwner();
  await recordActivity(queries, call, "member.deactivate", userId, email);
}

async function reactivate({ queries, call }: Parts, userId: string, email: string): Promise<void> {
  await reactivateMember(queries, call.principal.organizationId, userId);
  await recordActivity(queries, call, "member.reactivate", userId, email);
}

function recordActivity(queries: Transaction, call: AuditedCall, action: string, userId: string, email: string) {
  const isActive = action === "member.reactivate";
  const target = { type: "member", id: userId, name: email };
  const change = { before: { active: !isActive }, after: { active: isActive }, workspaceId: null };
  return recordChange(queries, call, { action, target, ...change });
}

/** Returns the error of taking away the last owner. */
export function lastOwner(): HttpError {
  return new HttpError(
    403,
    "This user is the organization's last owner; make another member an owner in the console first",
  );
}
