import { type ConfigDocument, DEFAULT_CAP } from "#lib/contract/config-document.ts";
import type { ConfigState } from "../state/config-state.ts";

/** Removes the start of prices that are in force, because only their terms identify them. */
export function withoutPast(document: ConfigDocument, nowMs: number): ConfigDocument {
  if (!document.prices) return document;
  const isPast = (time: string | null | undefined) => typeof time === "string" && Date.parse(time) <= nowMs;
  const prices = document.prices
    .filter(({ valid_to }) => !isPast(valid_to))
    .map((price) => (isPast(price.valid_from) ? { ...price, valid_from: null } : price));
  return { ...document, prices };
}

/** Removes people who are not members, because a document cannot create accounts, and returns who they are. */
export function withoutStrangers(
  document: ConfigDocument,
  { userIds }: Pick<ConfigState, "userIds">,
): { document: ConfigDocument; notes: string[] } {
  const strangers = new Set<string>();
  const isMember = (email: string) => {
    const isKnown = userIds.has(email.toLowerCase());
    if (!isKnown) strangers.add(email.toLowerCase());
    return isKnown;
  };
  const { members, workspaces, ...rest } = document;
  const known: ConfigDocument = {
    ...rest,
    ...(members && { members: members.filter(({ email }) => isMember(email)) }),
    ...(workspaces && {
      workspaces: workspaces.map((workspace) => ({
        ...workspace,
        ...(workspace.members && { members: workspace.members.filter(isMember) }),
        ...(workspace.guardrails && {
          guardrails: workspace.guardrails.map((guardrail) => ({
            ...guardrail,
            ...(guardrail.members && { members: guardrail.members.filter(isMember) }),
          })),
        }),
        ...(workspace.member_caps && {
          member_caps: workspace.member_caps.filter(({ member }) => member === DEFAULT_CAP || isMember(member)),
        }),
        ...(workspace.shared_budgets && {
          shared_budgets: workspace.shared_budgets.map((budget) => ({
            ...budget,
            ...(budget.members && { members: budget.members.filter(isMember) }),
          })),
        }),
        ...(workspace.rate_limits && {
          rate_limits: workspace.rate_limits.filter(({ member }) => !member || isMember(member)),
        }),
        ...(workspace.keys && {
          keys: workspace.keys.map((key) => ({
            ...key,
            creator: key.creator && isMember(key.creator) ? key.creator : null,
          })),
        }),
      })),
    }),
  };
  const notes = [...strangers].map(
    (email) => `${email} is not a member of the organization: invite them, then apply again`,
  );
  return { document: known, notes };
}
