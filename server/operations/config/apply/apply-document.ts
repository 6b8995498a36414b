import { recordChange } from "#server/audit/record-change.ts";
import { type AppliedConfigRow, findAppliedConfig, lockConfig, putAppliedConfig } from "#server/data/config.ts";
import type { Gateway } from "#server/gateway.ts";
import { readDocument } from "../document/read-document.ts";
import type { Secrets } from "../document/secrets.ts";
import { makePlan, type Plan } from "../plan/make-plan.ts";
import { announceConfig } from "./announce-config.ts";
import type { ApplyCall, Applying } from "./applying.ts";
import { withKnownHosts } from "./known-hosts.ts";
import { runPlan } from "./run-plan.ts";

export type DocumentToApply = {
  text: string;
  secrets: Secrets;
  /** SHA-256 of the document's file, in hexadecimal; null if the document came in a request. */
  fileDigest: string | null;
  /** Called with the plan inside the transaction; may throw. False: do nothing. */
  admits(plan: Plan, applied: AppliedConfigRow | undefined): boolean;
};

export type AppliedPlan = {
  plan: Plan;
  /** Whether anything was stored. */
  isApplied: boolean;
  appliedAt: Date;
  counts: { created: number; updated: number; deleted: number };
  keys: Applying["keys"];
};

/**
 * Plans and applies a document in one transaction, which only one process does at a time, and puts it into effect.
 * Throws 400 for an invalid document, and the first rejection of a change.
 */
export async function applyDocument(gateway: Gateway, call: ApplyCall, sent: DocumentToApply): Promise<AppliedPlan> {
  const { organizationId, userId, key, actorName } = call.principal;
  const { text, secrets, fileDigest } = sent;
  const appliedAt = new Date(gateway.now());
  // Before the transaction, which must not wait for name servers.
  const within = await withKnownHosts(gateway, readDocument(text).document, secrets);
  const done = await gateway.database.queries.transaction(async (queries) => {
    await lockConfig(queries, organizationId);
    const plan = await makePlan(within, queries, organizationId, { text, secrets });
    if (!sent.admits(plan, await findAppliedConfig(queries, organizationId))) return { plan };
    const applying = await runPlan(within, queries, call, { plan, secrets });
    const applied = { organizationId, document: plan.document, planHash: plan.hash, appliedAt, fileDigest };
    const appliedBy = actorName ?? key?.label ?? "";
    await putAppliedConfig(queries, { ...applied, appliedBy, userId: key ? null : userId });
    const target = { type: "config", id: organizationId };
    const after = { plan_hash: plan.hash, ...countsOf(plan) };
    await recordChange(queries, call, { action: "config.apply", target, after, workspaceId: null });
    return { plan, applying };
  });
  const { plan, applying } = done;
  if (applying) await announceConfig(gateway, plan, applying.ids);
  return {
    plan,
    isApplied: applying !== undefined,
    appliedAt,
    counts: countsOf(plan),
    keys: applying?.keys ?? [],
  };
}

function countsOf({ differences }: Plan): AppliedPlan["counts"] {
  const number = (action: string) => differences.filter((one) => one.action === action).length;
  return { created: number("create"), updated: number("update"), deleted: number("delete") };
}
