import type { Principal } from "#server/caller/principal.ts";
import { HttpError } from "#server/errors.ts";

/** The creator of a record: a user, and the stable id of the key used, which a rotation keeps. */
export type RecordOwner = { creatorUserId: string | null; creatorKeyStableId: string | null };

/** Returns the owner of a record that a caller is about to create. */
export function ownerOf({ userId, key }: Principal): RecordOwner {
  return { creatorUserId: userId, creatorKeyStableId: key?.stableId ?? null };
}

/** Throws 403 unless the caller administers the organization or created the record with the same key or account. */
export function requireOwnership(principal: Principal, owner: RecordOwner, noun: string): void {
  if (principal.management) return;
  const { key, userId } = principal;
  const isOwn = key ? owner.creatorKeyStableId === key.stableId : userId !== null && owner.creatorUserId === userId;
  if (!isOwn) throw notOwner(noun);
}

/** Returns the error for changing a record that someone else in the workspace owns. */
export function notOwner(noun: string): HttpError {
  return new HttpError(403, `Only the key or user that created this ${noun}, or an administrator, can change it`);
}
