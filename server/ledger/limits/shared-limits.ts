import { plainText } from "#server/data/json-text.ts";
import type { SharedBudgetRow } from "#server/data/shared-budgets.ts";
import { userBudgetPayer } from "./group.ts";
import type { Limit } from "./limit.ts";
import { sharedLimit, type WorkspaceTerms } from "./member-limits.ts";

/** What a request says about itself, by which budgets may count it. */
export type RequestLabels = { tags: readonly string[] | null; externalUser: string | null };

/** A key (its limit account) and a member. */
export type Sharer = { account: string | undefined; userId: string | null };

type Shared = {
  limit: Limit;
  perExternalUser: boolean;
  accounts: ReadonlySet<string>;
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
  byTag: ReadonlyMap<string, readonly Shared[]>;
  byExternalUser: ReadonlyMap<string, readonly Shared[]>;
  /** Whether any depends on what a request says about itself. */
  needsLabels: boolean;
};

export function sharedLimits(terms: WorkspaceTerms, rows: readonly SharedBudgetRow[]): SharedLimits {
  const all = rows.map((row): Shared => {
    const lists = [row.accounts, row.userIds, row.tags, row.externalUsers];
    return {
      limit: sharedLimit(terms, row),
      perExternalUser: row.perExternalUser,
      accounts: new Set(row.accounts),
      userIds: new Set(row.userIds),
      tags: new Set(row.tags),
      externalUsers: new Set(row.externalUsers),
      namesNobody: lists.every((list) => list.length === 0),
    };
  });
  const perExternalUser = all.filter((one) => one.perExternalUser);
  const together = all.filter((one) => !one.perExternalUser);
  const byTag = grouped(together, ({ tags }) => tags);
  const byExternalUser = grouped(together, ({ externalUsers }) => externalUsers);
  const needsLabels = perExternalUser.length + byTag.size + byExternalUser.size > 0;
  return { together, perExternalUser, byTag, byExternalUser, needsLabels };
}

/** Returns the shared budgets that count every request of a key or member. */
export function limitsOfSharer({ together }: SharedLimits, sharer: Sharer): Limit[] {
  return together.filter((one) => isSharedBy(one, sharer)).map(({ limit }) => limit);
}

/**
 * Returns the shared budgets that count a request because of its tags or its end user, without those of its key or
 * member. A budget per end user that names this one replaces those that name none.
 */
export function limitsOfLabels(
  { perExternalUser, byTag, byExternalUser }: SharedLimits,
  sharer: Sharer,
  { tags, externalUser }: RequestLabels,
): Limit[] {
  const found = new Set<Shared>();
  if (byTag.size > 0) for (const tag of tags ?? []) for (const one of byTag.get(tag) ?? []) found.add(one);
  if (externalUser !== null) for (const one of byExternalUser.get(externalUser) ?? []) found.add(one);
  const limits = [...found].filter((one) => !isSharedBy(one, sharer)).map(({ limit }) => limit);
  if (externalUser === null || perExternalUser.length === 0) return limits;
  const own = perExternalUser.filter((one) => one.externalUsers.has(externalUser));
  const isCounted = (one: Shared) =>
    one.namesNobody || isSharedBy(one, sharer) || tags?.some((tag) => one.tags.has(tag));
  const applying = own.length > 0 ? own : perExternalUser.filter(isCounted);
  return [...limits, ...applying.map(({ limit }) => ofExternalUser(limit, externalUser))];
}

function isSharedBy({ accounts, userIds }: Shared, { account, userId }: Sharer): boolean {
  return (account !== undefined && accounts.has(account)) || (userId !== null && userIds.has(userId));
}

/** Returns a budget's limit for one end user, whose name may be any text. */
function ofExternalUser(limit: Limit, externalUser: string): Limit {
  const name = plainText(externalUser.toWellFormed());
  return {
    ...limit,
    account: `${limit.account}:${name}`,
    payerKind: userBudgetPayer(limit.payerId),
    payerId: name,
  };
}

function grouped(all: readonly Shared[], namesOf: (one: Shared) => Iterable<string>): Map<string, Shared[]> {
  const groups = new Map<string, Shared[]>();
  for (const one of all) for (const name of namesOf(one)) groups.set(name, [...(groups.get(name) ?? []), one]);
  return groups;
}
