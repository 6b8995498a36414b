import { AsyncLocalStorage } from "node:async_hooks";
import { isRecord } from "#lib/is-record.ts";
import type { Database } from "#server/data/database.ts";
import { applyGroupMappings, storeClaimedGroups } from "#server/data/group-mappings.ts";
import { findInvitationOf } from "#server/data/invitations.ts";
import { findJoinRules, findOutsider, type JoinRules, joinByRules } from "#server/data/just-in-time.ts";
import { isMember } from "#server/data/members.ts";
import type { SignOnRecords } from "./accounts.ts";
import { acceptOnce } from "./accounts-invitations.ts";

/** What is known about a sign-in while the library handles it. */
type SignOn = {
  records: SignOnRecords;
  /** Undefined if the provider leaves them out because there are too many. */
  groups: string[] | undefined;
  /** The provider reports the address as unverified. */
  isUnverified?: boolean;
};

/** The current sign-in; the library's hooks take no parameters. */
export const currentSignOn = new AsyncLocalStorage<SignOn>();

const MAX_GROUPS = 1_000;

/**
 * Returns the groups in the claims of a user: a list or one text. Undefined if the provider names another source, as
 * Entra ID does for users in more than 200 groups.
 */
export function groupsIn({ groups, _claim_names: elsewhere }: Record<string, unknown>): string[] | undefined {
  if (groups === undefined && isRecord(elsewhere) && "groups" in elsewhere) return undefined;
  const list = Array.isArray(groups) ? groups : [groups];
  const names = list.filter((one): one is string => typeof one === "string" && one !== "" && one.length <= 500);
  return [...new Set(names)].slice(0, MAX_GROUPS);
}

/**
 * Admits members of the organization, accepts invitations, and lets users of some email domains join if the
 * organization wants that. Then it gives members what the mappings of their groups say.
 */
export function createMemberHooks(
  { database, now }: { database: Database; now: () => number },
  organizationId: string,
) {
  const { queries } = database;
  const invitationOf = (who: { email: string } | { userId: string }) =>
    findInvitationOf(queries, organizationId, who, new Date(now()));
  return {
    user: {
      create: {
        before: async ({ email }: { email: string }) => {
          if (await invitationOf({ email })) return true;
          return mayJoin(email, await findJoinRules(queries, organizationId));
        },
      },
    },
    session: {
      create: {
        before: async ({ userId }: { userId: string }) => {
          const signOn = currentSignOn.getStore();
          if (!signOn) return false;
          const isAdmitted =
            (await isMember(queries, organizationId, userId)) ||
            (await acceptInvitation(userId, signOn)) ||
            (await joinByDomain(userId, signOn));
          if (isAdmitted) await applyGroups(database, organizationId, userId, signOn);
          return isAdmitted;
        },
      },
    },
  };

  async function acceptInvitation(userId: string, { records }: SignOn): Promise<boolean> {
    const open = await invitationOf({ userId });
    if (!open || !(await findOutsider(queries, userId))) return false;
    return (await acceptOnce(database, { ...open, userId }, undefined, records.join)) !== undefined;
  }

  async function joinByDomain(userId: string, { records }: SignOn): Promise<boolean> {
    const rules = await findJoinRules(queries, organizationId);
    const email = rules.domains.length > 0 ? await findOutsider(queries, userId) : undefined;
    if (!email || !mayJoin(email, rules)) return false;
    return queries.transaction(async (inner) => {
      if (!(await joinByRules(inner, organizationId, userId, rules))) return false;
      await records.join(inner, { id: null, organizationId, userId, email, role: rules.role });
      return true;
    });
  }
}

function mayJoin(email: string, { domains }: JoinRules): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.includes(domain) && currentSignOn.getStore()?.isUnverified === false;
}

async function applyGroups(
  { queries }: Database,
  organizationId: string,
  userId: string,
  { groups, records }: SignOn,
): Promise<void> {
  if (!groups) return;
  await queries.transaction(async (inner) => {
    await storeClaimedGroups(inner, organizationId, userId, groups);
    for (const effect of await applyGroupMappings(inner, organizationId, [userId]))
      await records.mapping(inner, { organizationId, effect });
  });
}
