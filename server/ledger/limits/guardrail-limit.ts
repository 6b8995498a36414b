import { KEY_LIMIT_PAYER } from "./key-limit.ts";
import type { Limit } from "./limit.ts";

/** The budget of a guardrail, in nano-USD; `interval` null: it never resets. `scope`: who is assigned the guardrail. */
type GuardrailBudget = {
  source: { name: string; scope: "workspace" | "member" | "key" };
  nanoUsd: number;
  interval: Limit["interval"];
  includeByok: boolean;
};

/** Whom the spending of a request is counted for. */
export type GuardedCaller = {
  workspaceId: string;
  userId: string | null;
  key?: { label: string; stableId: string };
};

/**
 * Returns the limit for a guardrail's budget and this caller: the spending of the key, or of the member in this
 * workspace; for a default guardrail, of the whole workspace.
 */
export function guardrailLimit(
  { source, nanoUsd, interval, includeByok }: GuardrailBudget,
  caller: GuardedCaller,
): Limit {
  const { payerKind, payerId, whose } = ownerOf(source.scope, caller);
  return {
    // Named after the key, member or workspace rather than the guardrail, so that requests in progress still count when
    // the guardrail is replaced.
    account: `guardrail:${payerKind}:${payerId}:${interval ?? "lifetime"}${includeByok ? ":byok" : ""}`,
    title: `the ${interval ? `${interval} ` : ""}budget of guardrail "${source.name}" for ${whose}`,
    payerKind,
    payerId,
    nanoUsd,
    interval,
    includeByok,
  };
}

function ownerOf(scope: GuardrailBudget["source"]["scope"], { workspaceId, userId, key }: GuardedCaller) {
  if (scope === "key" && key) {
    return { payerKind: KEY_LIMIT_PAYER, payerId: key.stableId, whose: `key ${key.label}` };
  }
  if (scope === "member") return { payerKind: "member", payerId: `${workspaceId}:${userId}`, whose: "this member" };
  return { payerKind: "workspace", payerId: workspaceId, whose: "this workspace" };
}
