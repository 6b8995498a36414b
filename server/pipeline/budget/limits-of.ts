import type { Principal } from "#server/caller/principal.ts";
import type { GuardrailDirectory } from "#server/guardrails/directory.ts";
import type { BudgetDirectory } from "#server/ledger/limits/budget-directory.ts";
import { guardrailLimit } from "#server/ledger/limits/guardrail-limit.ts";
import { KEY_LIMIT_PAYER, keyLimit } from "#server/ledger/limits/key-limit.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { CREDENTIAL_PAYER, type LimitUse } from "#server/ledger/limits/row-group.ts";
import type { RequestLabels } from "#server/ledger/limits/shared-limits.ts";
import type { Candidate } from "../planning/candidate.ts";

type LimitParts = { budgets: BudgetDirectory; guardrails: GuardrailDirectory; now: () => number };

/**
 * Returns every spending limit that applies to a request: the key's own limit, the guardrail budgets of key, member and
 * workspace, the member's caps, shared budgets, the workspace's budgets, and the organization's credits.
 */
export function limitsOf(
  { budgets, guardrails, now }: LimitParts,
  caller: Principal,
  labels: RequestLabels,
): readonly Limit[] {
  const { key } = caller;
  const shared = budgets.limitsOf(caller, now(), labels);
  const own = key && keyLimit(key);
  const guarded = guardrails.effective(caller).budgets;
  if (!own && guarded.length === 0) return shared;
  return [...(own ? [own] : []), ...guarded.map((budget) => guardrailLimit(budget, caller)), ...shared];
}

/**
 * Returns the spending to record for BYOK credentials: that of the candidate, and the `shares` of others in nano-USD,
 * by id.
 */
export function credentialUses({ own }: Pick<Candidate, "own">, shares?: ReadonlyMap<string, number>): LimitUse[] {
  const use = { account: "", periodStart: "", payerKind: CREDENTIAL_PAYER, nanoUsd: 0 };
  const others = [...(shares ?? [])].filter(([id]) => id !== own?.id);
  return [
    ...(own ? [{ ...use, payerId: own.id }] : []),
    ...others.map(([payerId, shareNanoUsd]) => ({ ...use, payerId, shareNanoUsd })),
  ];
}

/** Returns spending to count even though no limit applies yet, so that a limit set later includes it. */
export function uncappedUses({ key }: Principal): LimitUse[] {
  if (!key || key.limitNanoUsd !== null) return [];
  return [{ account: "", periodStart: "", payerKind: KEY_LIMIT_PAYER, payerId: key.stableId, nanoUsd: 0 }];
}
