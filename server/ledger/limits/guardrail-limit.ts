import type { GuardrailBudget } from "#server/guardrails/effective.ts";
import { KEY_LIMIT_PAYER } from "./key-limit.ts";
import type { Limit } from "./limit.ts";

/** Who calls, as the totals know them. */
export type GuardedPayer = {
  workspaceId: string;
  userId: string | null;
  key?: { label: string; limitAccount: string };
};

/**
 * The spending limit that a guardrail's budget is for this caller: what the key, or the member in this workspace, may
 * spend; of a default guardrail, what the whole workspace may.
 */
export function guardrailLimit(
  { source, nanoUsd, interval, includeByok }: GuardrailBudget,
  caller: GuardedPayer,
): Limit {
  const { payerKind, payerId, whose } = payerOf(source.scope, caller);
  return {
    // Named for whom it counts and not for the guardrail, so that calls that run stay counted when it is exchanged.
    account: `guardrail:${payerKind}:${payerId}:${interval ?? "lifetime"}${includeByok ? ":byok" : ""}`,
    title: `the ${interval ? `${interval} ` : ""}budget of guardrail "${source.name}" for ${whose}`,
    payerKind,
    payerId,
    nanoUsd,
    interval,
    includeByok,
  };
}

function payerOf(scope: GuardrailBudget["source"]["scope"], { workspaceId, userId, key }: GuardedPayer) {
  if (scope === "key" && key) {
    return { payerKind: KEY_LIMIT_PAYER, payerId: key.limitAccount, whose: `key ${key.label}` };
  }
  if (scope === "member") return { payerKind: "member", payerId: `${workspaceId}:${userId}`, whose: "this member" };
  return { payerKind: "workspace", payerId: workspaceId, whose: "this workspace" };
}
