import { and, count, eq, gt, lt } from "drizzle-orm";
import type { Queries, Transaction } from "./database.ts";
import { deviceCode, type StoredAgent } from "./schema/api-keys.ts";

export type DeviceCodeRow = typeof deviceCode.$inferSelect;

export type NewDeviceCode = {
  deviceHash: string;
  userHash: string;
  agent: StoredAgent;
  address: string;
  intervalSeconds: number;
  createdAt: Date;
  expiresAt: Date;
};

/** How long an expired code is kept, so that its agent is told that it has expired. */
const KEPT_MS = 60 * 60_000;

/**
 * Adds a pending sign-in and removes old ones. Returns false, and adds nothing, if `limit` are already pending or the
 * code that a person enters is taken.
 */
export async function insertDeviceCode(queries: Transaction, values: NewDeviceCode, limit: number): Promise<boolean> {
  const { createdAt } = values;
  await queries.delete(deviceCode).where(lt(deviceCode.expiresAt, new Date(createdAt.getTime() - KEPT_MS)));
  const [kept] = await queries.select({ count: count() }).from(deviceCode).where(gt(deviceCode.expiresAt, createdAt));
  if ((kept?.count ?? 0) >= limit) return false;
  const rows = await queries.insert(deviceCode).values(values).onConflictDoNothing().returning({ id: deviceCode.id });
  return rows.length > 0;
}

/** Returns who approved a sign-in, and where, by the code that its agent has; undefined before. */
export async function findApproval(
  queries: Queries,
  deviceHash: string,
): Promise<{ userId: string; workspaceId: string } | undefined> {
  const { userId, workspaceId } = deviceCode;
  const where = and(eq(deviceCode.deviceHash, deviceHash), eq(deviceCode.status, "approved"));
  const [row] = await queries.select({ userId, workspaceId }).from(deviceCode).where(where);
  return row?.userId && row.workspaceId ? { userId: row.userId, workspaceId: row.workspaceId } : undefined;
}

/** Returns a sign-in by the code that its agent has, and locks it. */
export async function lockDeviceCode(queries: Transaction, deviceHash: string): Promise<DeviceCodeRow | undefined> {
  const [row] = await queries.select().from(deviceCode).where(eq(deviceCode.deviceHash, deviceHash)).for("update");
  return row;
}

/** Records when the agent asked, and how long it must wait from now on. */
export async function recordPoll(queries: Transaction, id: string, at: Date, intervalSeconds: number): Promise<void> {
  await queries.update(deviceCode).set({ polledAt: at, intervalSeconds }).where(eq(deviceCode.id, id));
}

/** Removes a sign-in, so that its codes cannot be used again. */
export async function deleteDeviceCode(queries: Transaction, id: string): Promise<void> {
  await queries.delete(deviceCode).where(eq(deviceCode.id, id));
}

/** Returns the pending sign-in of a code that a person entered. */
export async function findPendingDevice(
  queries: Queries,
  userHash: string,
  now: Date,
): Promise<DeviceCodeRow | undefined> {
  const [row] = await queries.select().from(deviceCode).where(isPending(userHash, now));
  return row;
}

export type DeviceDecision =
  | { status: "approved"; userId: string; workspaceId: string; days: number }
  | { status: "denied" };

/** Approves or denies a pending sign-in. Returns undefined if it is no longer pending. */
export async function decideDevice(
  queries: Transaction,
  userHash: string,
  decision: DeviceDecision,
  now: Date,
): Promise<DeviceCodeRow | undefined> {
  const [row] = await queries.update(deviceCode).set(decision).where(isPending(userHash, now)).returning();
  return row;
}

function isPending(userHash: string, now: Date) {
  return and(eq(deviceCode.userHash, userHash), eq(deviceCode.status, "pending"), gt(deviceCode.expiresAt, now));
}
