import type { z } from "zod";
import type { LogView } from "#lib/contract/log-views.ts";
import { ownerOf } from "#server/auth/ownership.ts";
import type { Principal } from "#server/caller/principal.ts";
import type { LogViewProblem, LogViewRow } from "#server/data/log-views.ts";
import { HttpError } from "#server/errors.ts";

/** Most shared views of a workspace, and most private ones of a person in it. */
export const MOST_LOG_VIEWS = 100;

/** Converts a stored view to its API record, as the caller sees it. */
export function logViewRecord(principal: Principal, row: LogViewRow): z.output<typeof LogView> {
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    name: row.name,
    is_shared: row.isShared,
    query: row.query,
    columns: row.columns,
    creator_user_id: row.creatorUserId,
    can_change: isOwnLogView(principal, row) || (row.isShared && principal.management),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns whether the caller created a view: with the same key, or in the console. */
export function isOwnLogView(principal: Principal, row: LogViewRow): boolean {
  const { creatorUserId, creatorKeyStableId } = ownerOf(principal);
  if (creatorKeyStableId || row.creatorKeyStableId) return creatorKeyStableId === row.creatorKeyStableId;
  return creatorUserId !== null && creatorUserId === row.creatorUserId;
}

/** Returns the view that was stored. Throws 409 if it was not, with the reason. */
export function storedLogView(stored: LogViewRow | LogViewProblem, name: string, isShared: boolean): LogViewRow {
  const kind = isShared ? "shared view" : "private view";
  if (stored === "duplicate") throw new HttpError(409, `name: a ${kind} named "${name}" already exists`);
  if (stored !== "too_many") return stored;
  const whose = isShared ? "A workspace" : "A person";
  throw new HttpError(409, `${whose} can have at most ${MOST_LOG_VIEWS} ${kind}s. Delete one first.`);
}
