import type { WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import { loadBudgetRule, loadBudgets } from "#server/data/budgets.ts";
import { readLimitedKeys } from "#server/data/limit-readings.ts";
import { loadCapOverrides, loadMemberCaps } from "#server/data/member-caps.ts";
import { loadSharedBudgets } from "#server/data/shared-budgets.ts";
import { listWorkspaceMembers } from "#server/data/workspace-members.ts";
import { keyLimit } from "#server/ledger/limits/key-limit.ts";
import { sharedLimit, type WorkspaceTerms } from "#server/ledger/limits/member-limits.ts";
import type { Interval } from "#server/ledger/limits/period.ts";
import { memberLimits, workspaceLimits } from "#server/ledger/limits/workspace-limits.ts";
import type { AlertPlace } from "../kinds/kind.ts";
import type { WatchedLimit } from "./watched-limit.ts";

/**
 * Reads the spending limits of some kinds in a workspace, as the requests at a time meet them. A limit of zero is left
 * out: it is meant to be used up.
 */
export async function readLimits(
  place: AlertPlace,
  kinds: ReadonlySet<WatchedLimitName>,
  atMs: number,
): Promise<WatchedLimit[]> {
  const { queries } = place.gateway.database;
  const { workspaceId, timeZone } = place;
  const terms = { workspaceId, timeZone, includeByok: await loadBudgetRule(queries, workspaceId) };
  const limits: WatchedLimit[] = [];
  if (kinds.has("workspace")) limits.push(...(await budgetsOf(place, terms)));
  if (kinds.has("key")) limits.push(...(await keysOf(place, atMs)));
  if (kinds.has("member")) limits.push(...(await capsOf(place, terms, atMs)));
  if (kinds.has("shared")) limits.push(...(await sharedOf(place, terms)));
  return limits.filter(({ limit }) => limit.nanoUsd > 0);
}

async function budgetsOf(place: AlertPlace, terms: WorkspaceTerms): Promise<WatchedLimit[]> {
  const amounts = await loadBudgets(place.gateway.database.queries, terms.workspaceId);
  const budgets = limitsOf(terms, { amounts })?.budgets ?? [];
  return budgets.map((limit) => ({ kind: "workspace", id: terms.workspaceId, name: place.workspaceName, limit }));
}

async function keysOf({ gateway, workspaceId }: AlertPlace, atMs: number): Promise<WatchedLimit[]> {
  const keys = await readLimitedKeys(gateway.database.queries, workspaceId, new Date(atMs));
  return keys.flatMap(({ hash, name, limitReset, ...key }) => {
    const limit = keyLimit({ ...key, limitReset: limitReset as Interval | null });
    const spenders = { stableKeyIds: [key.stableId], userIds: [] };
    return limit ? [{ kind: "key" as const, id: hash, name: `The API key ${name}`, limit, spenders }] : [];
  });
}

const EVERYONE = { offset: 0, limit: 1_000_000 };

async function capsOf(place: AlertPlace, terms: WorkspaceTerms, atMs: number): Promise<WatchedLimit[]> {
  const { queries } = place.gateway.database;
  const { workspaceId } = terms;
  const caps = await loadMemberCaps(queries, workspaceId);
  const overrides = await loadCapOverrides(queries, new Date(atMs), workspaceId);
  const limits = limitsOf(terms, { caps, overrides });
  if (!limits) return [];
  const people = await listWorkspaceMembers(queries, place, EVERYONE);
  return people.rows.flatMap(({ userId, name, email }) =>
    memberLimits(limits, { userId, stableKeyId: undefined }, atMs).limits.map((limit) => {
      const spenders = { stableKeyIds: [], userIds: [userId] };
      return { kind: "member" as const, id: userId, name: name || email, limit, spenders };
    }),
  );
}

async function sharedOf({ gateway, workspaceId }: AlertPlace, terms: WorkspaceTerms): Promise<WatchedLimit[]> {
  const rows = await loadSharedBudgets(gateway.database.queries, workspaceId);
  // Budgets of each end user or session are as many limits as there are of them: `limits-of-each.ts`.
  const together = rows.filter(({ perExternalUser, perSession }) => !perExternalUser && !perSession);
  return together.map((row) => ({
    kind: "shared",
    id: row.id,
    name: row.name,
    limit: sharedLimit(terms, row),
    spenders: row,
  }));
}

type Loaded = Partial<Pick<Parameters<typeof workspaceLimits>[0], "amounts" | "caps" | "overrides">>;

/** Returns the limits of the workspace alone, as requests meet them; undefined if it has none of these. */
function limitsOf({ workspaceId, timeZone, includeByok }: WorkspaceTerms, loaded: Loaded) {
  const rows = { amounts: [], caps: [], overrides: [], shared: [], ...loaded };
  const limits = { ...rows, rules: [{ workspaceId, includeByok }], zones: [{ workspaceId, timeZone }] };
  return workspaceLimits(limits).get(workspaceId);
}
