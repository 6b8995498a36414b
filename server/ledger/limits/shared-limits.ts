import { plainText } from "#server/data/json-text.ts";
import type { SharedBudgetRow } from "#server/data/shared-budgets.ts";
import type { Limit } from "./limit.ts";
import { sharedLimit, type WorkspaceTerms } from "./member-limits.ts";
import { sessionBudgetPayer, userBudgetPayer } from "./row-group.ts";

/** What a request says about itself, by which budgets may count it. */
export type RequestLabels = {
  tags: readonly string[] | null;
  externalUser: string | null;
  sessionId: string | null;
};

/** A key (its stable id) and a member. */
export type Sharer = { stableKeyId: string | undefined; userId: string | null };

type Shared = {
  limit: Limit;
  perExternalUser: boolean;
  perSession: boolean;
  stableKeyIds: ReadonlySet<string>;
  userIds: ReadonlySet<string>;
  tags: ReadonlySet<string>;
  externalUsers: ReadonlySet<string>;
  /** It names no key, member, tag or end user. */
  namesNobody: boolean;
};

/** The shared budgets of a workspace. */
export type SharedLimits = {
  together: readonly Shared[];
  /** Those of which each end user has the whole amount. */
  perExternalUser: readonly Shared[];
  /** Those of which each session has the whole amount. */
  perSession: readonly Shared[];
  byTag: ReadonlyMap<string, readonly Shared[]>;
  byExternalUser: ReadonlyMap<string, readonly Shared[]>;
  /** Whether any depends on what a request says about itself. */
  needsLabels: boolean;
};

export function sharedLimits(terms: WorkspaceTerms, rows: readonly SharedBudgetRow[]): SharedLimits {
  const all = rows.map((row): Shared => {
    const lists = [row.stableKeyIds, row.userIds, row.tags, row.externalUsers];
    return {
      limit: sharedLimit(terms, row),
      perExternalUser: row.perExternalUser,
      perSession: row.perSession,
      stableKeyIds: new Set(row.stableKeyIds),
      userIds: new Set(row.userIds),
      tags: new Set(row.tags),
      externalUsers: new Set(row.externalUsers),
      namesNobody: lists.every((list) => list.length === 0),
    };
  });
  const perExternalUser = all.filter((one) => one.perExternalUser);
  const perSession = all.filter((one) => one.perSession);
  const together = all.filter((one) => !one.perExternalUser && !one.perSession);
  const byTag = groupByName(together, ({ tags }) => tags);
  const byExternalUser = groupByName(together, ({ externalUsers }) => externalUsers);
  const needsLabels = perExternalUser.length + perSession.length + byTag.size + byExternalUser.size > 0;
  return { together, perExternalUser, perSession, byTag, byExternalUser, needsLabels };
}

/** Returns the shared budgets that count every request of a key or member. */
export function limitsOfSharer({ together }: SharedLimits, sharer: Sharer): Limit[] {
  return together.filter((one) => isSharedBy(one, sharer)).map(({ limit }) => limit);
}

/**
 * Returns the shared budgets that count a request because of its tags, its end user or its session, without those of
 * its key or member.
 */
export function limitsOfLabels(shared: SharedLimits, sharer: Sharer, labels: RequestLabels): Limit[] {
  const { byTag, byExternalUser } = shared;
  const { tags, externalUser, sessionId } = labels;
  const found = new Set<Shared>();
  if (byTag.size > 0) for (const tag of tags ?? []) for (const one of byTag.get(tag) ?? []) found.add(one);
  if (externalUser !== null) for (const one of byExternalUser.get(externalUser) ?? []) found.add(one);
  const limits = [...found].filter((one) => !isSharedBy(one, sharer)).map(({ limit }) => limit);
  if (externalUser !== null) limits.push(...limitsOfUser(shared, sharer, tags, externalUser));
  if (sessionId !== null) limits.push(...limitsOfSession(shared, sharer, labels, sessionId));
  return limits;
}

/** Returns the budgets of an end user. One that names them replaces those that name no end user. */
function limitsOfUser(
  { perExternalUser }: SharedLimits,
  sharer: Sharer,
  tags: RequestLabels["tags"],
  externalUser: string,
): Limit[] {
  const own = perExternalUser.filter((one) => one.externalUsers.has(externalUser));
  const applying = own.length > 0 ? own : perExternalUser.filter((one) => isOpenTo(one, sharer, tags));
  return applying.map(({ limit }) => limitOfUser(limit, externalUser));
}

function limitsOfSession(
  { perSession }: SharedLimits,
  sharer: Sharer,
  { tags, externalUser }: RequestLabels,
  sessionId: string,
): Limit[] {
  return perSession
    .filter((one) => isOpenTo(one, sharer, tags) || (externalUser !== null && one.externalUsers.has(externalUser)))
    .map(({ limit }) => limitOfSession(limit, sessionId));
}

/**
 * Returns whether a budget that gives each end user or session its amount counts a request by its key, member or tags.
 */
function isOpenTo(one: Shared, sharer: Sharer, tags: RequestLabels["tags"]): boolean {
  return one.namesNobody || isSharedBy(one, sharer) || (tags?.some((tag) => one.tags.has(tag)) ?? false);
}

function isSharedBy({ stableKeyIds, userIds }: Shared, { stableKeyId, userId }: Sharer): boolean {
  return (stableKeyId !== undefined && stableKeyIds.has(stableKeyId)) || (userId !== null && userIds.has(userId));
}

/** Returns the limit of one end user under a budget per end user. */
export function limitOfUser(limit: Limit, externalUser: string): Limit {
  return ofOne(limit, `:${nameOf(externalUser)}`, userBudgetPayer, externalUser);
}

/** Returns the limit of one session under a budget per session. */
export function limitOfSession(limit: Limit, sessionId: string): Limit {
  return ofOne(limit, `/${nameOf(sessionId)}`, sessionBudgetPayer, sessionId);
}

/** `suffix`: what the account adds to that of the budget. */
function ofOne(limit: Limit, suffix: string, payerOf: (budgetId: string) => string, name: string): Limit {
  return {
    ...limit,
    account: limit.account + suffix,
    payerKind: payerOf(limit.payerId),
    payerId: nameOf(name),
  };
}

/** Returns the name of an end user or session as the database stores it: it may be any text. */
function nameOf(name: string): string {
  return plainText(name.toWellFormed());
}

function groupByName(all: readonly Shared[], namesOf: (one: Shared) => Iterable<string>): Map<string, Shared[]> {
  const groups = new Map<string, Shared[]>();
  for (const one of all) for (const name of namesOf(one)) groups.set(name, [...(groups.get(name) ?? []), one]);
  return groups;
}
