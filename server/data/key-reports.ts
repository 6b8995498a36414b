import { and, desc, eq, gt, inArray, isNull, ne, notInArray, or, sql } from "drizzle-orm";
import type { ApiKeyRow } from "./api-keys.ts";
import type { Queries, Transaction } from "./database.ts";
import { member, user } from "./schema/accounts.ts";
import { alertRule } from "./schema/alerts.ts";
import { agentKey, apiKey, keyReport } from "./schema/api-keys.ts";
import { workspace } from "./schema/workspaces.ts";

export type KeyReportRow = typeof keyReport.$inferSelect;
export type NewKeyReport = Pick<KeyReportRow, "keyHash" | "place" | "url" | "source" | "reporter" | "leakedAt">;

const KEY_PLACE = {
  key: apiKey,
  organizationId: workspace.organizationId,
  policy: workspace.leakedKeyPolicy,
  workspaceName: workspace.name,
  workspaceSlug: workspace.slug,
};

export type ReportedKey = {
  key: ApiKeyRow;
  organizationId: string;
  policy: string;
  workspaceName: string;
  workspaceSlug: string;
  /** The reported hashes that are this key's: its own, and those of an agent's short-lived keys. */
  hashes: readonly string[];
};

/** Returns the keys of any organization with these hashes: whoever has a key's text may report it. */
export async function findReportedKeys(queries: Queries, hashes: readonly string[], now: Date): Promise<ReportedKey[]> {
  const ofAgents = await queries
    .select({ id: agentKey.keyId, hash: agentKey.hash })
    .from(agentKey)
    .where(and(inArray(agentKey.hash, [...hashes]), gt(agentKey.expiresAt, now)));
  const ids = ofAgents.map(({ id }) => id);
  const rows = await queries
    .select(KEY_PLACE)
    .from(apiKey)
    .innerJoin(workspace, eq(workspace.id, apiKey.workspaceId))
    .where(or(inArray(apiKey.hash, [...hashes]), inArray(apiKey.id, ids)));
  return rows.map((row) => ({
    ...row,
    hashes: [row.key.hash, ...ofAgents.filter(({ id }) => id === row.key.id).map(({ hash }) => hash)],
  }));
}

/** Returns the key as it is now, and lets no other transaction change it; undefined if it is gone. */
export async function lockReportedKey(queries: Transaction, hash: string) {
  const [row] = await queries.select().from(apiKey).where(eq(apiKey.hash, hash)).for("update");
  return row;
}

/** Verified places are kept longest. */
const MAX_PLACES = 50;
const isVerified = sql`(${keyReport.reporter} <> 'anyone')`;

/**
 * Stores a report. Returns false if the place was reported before; only its numbers change then. The caller holds the
 * key's row.
 */
export async function insertKeyReport(queries: Transaction, report: NewKeyReport, at: Date): Promise<boolean> {
  const isSame = and(eq(keyReport.keyHash, report.keyHash), eq(keyReport.place, report.place));
  const isBetter = report.reporter !== "anyone";
  const known = await queries
    .update(keyReport)
    .set({
      reports: sql`least(${keyReport.reports} + 1, 1000000)`,
      lastReportedAt: at,
      ...(isBetter && { reporter: report.reporter }),
      ...(report.leakedAt && { leakedAt: report.leakedAt }),
    })
    .where(isSame)
    .returning({ id: keyReport.id });
  if (known.length > 0) return false;
  await queries.insert(keyReport).values({ ...report, firstReportedAt: at, lastReportedAt: at });
  const kept = queries
    .select({ id: keyReport.id })
    .from(keyReport)
    .where(eq(keyReport.keyHash, report.keyHash))
    .orderBy(desc(isVerified), desc(keyReport.firstReportedAt))
    .limit(MAX_PLACES);
  await queries.delete(keyReport).where(and(eq(keyReport.keyHash, report.keyHash), notInArray(keyReport.id, kept)));
  return true;
}

/** Returns the places where a key of one workspace was found, verified ones first, then the newest. */
export async function listKeyReports(queries: Queries, workspaceId: string, hash: string): Promise<KeyReportRow[]> {
  const rows = await queries
    .select({ report: keyReport })
    .from(keyReport)
    .innerJoin(apiKey, eq(apiKey.hash, keyReport.keyHash))
    .where(and(eq(apiKey.workspaceId, workspaceId), eq(keyReport.keyHash, hash)))
    .orderBy(desc(isVerified), desc(keyReport.firstReportedAt), keyReport.place);
  return rows.map(({ report }) => report);
}

/** Lets the workspace's rules about leaked keys be evaluated at once. Returns whether one of them notifies a channel. */
export async function scheduleLeakRules(queries: Transaction, workspaceId: string, at: Date): Promise<boolean> {
  const rows = await queries
    .update(alertRule)
    .set({ evaluateAt: at })
    .where(and(eq(alertRule.workspaceId, workspaceId), eq(alertRule.kind, "key_leaked"), eq(alertRule.enabled, true)))
    .returning({ channelIds: alertRule.channelIds });
  return rows.some(({ channelIds }) => channelIds.length > 0);
}

/** Returns the email addresses of an organization's owners and administrators, and of one member, without inactive ones. */
export async function addressesOf(
  queries: Queries,
  organizationId: string,
  { userId, administrators }: { userId: string | null; administrators: boolean },
): Promise<string[]> {
  const isWanted = or(
    userId === null ? undefined : eq(member.userId, userId),
    administrators ? ne(member.role, "member") : undefined,
  );
  if (!isWanted) return [];
  const rows = await queries
    .select({ email: user.email })
    .from(member)
    .innerJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.organizationId, organizationId), isNull(member.deactivatedAt), isWanted))
    .orderBy(member.createdAt)
    .limit(MAX_RECIPIENTS);
  return rows.map(({ email }) => email);
}

const MAX_RECIPIENTS = 50;

/** Returns the workspace's keys with reports that nobody has settled. */
export function readLeakedKeys(queries: Queries, workspaceId: string, now: Date) {
  const { hash, name, label, leakState, leakedAt } = apiKey;
  return queries
    .select({ hash, name, label, leakState, leakedAt })
    .from(apiKey)
    .where(and(eq(apiKey.workspaceId, workspaceId), isLeaked(now)));
}

/** The condition for keys that leaked and were not kept, have not expired, and are not disabled and replaced. */
export function isLeaked(now: Date) {
  const { leakState, expiresAt, disabled, rotatedTo } = apiKey;
  return and(
    inArray(leakState, ["revoked", "paused", "notified"]),
    or(isNull(expiresAt), gt(expiresAt, now)),
    or(eq(disabled, false), isNull(rotatedTo)),
  );
}
