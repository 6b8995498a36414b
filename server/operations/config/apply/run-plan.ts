import type { Transaction } from "#server/data/database.ts";
import { HttpError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { pathOf } from "#server/http/issue.ts";
import type { Kind } from "../document/defaults.ts";
import { labelOf, resourcesOf } from "../document/resources.ts";
import type { Secrets } from "../document/secrets.ts";
import type { Difference } from "../plan/differences.ts";
import type { Plan } from "../plan/make-plan.ts";
import { changeChannel, changeRule, removeChannel, removeRule } from "./alert-steps.ts";
import type { ApplyCall, Applying, Step } from "./applying.ts";
import { changeCredential, orderAll, removeCredential } from "./credential-steps.ts";
import { changeDestination, removeDestination } from "./destination-steps.ts";
import { changeGuardrail, changeKey, removeGuardrail, removeKey } from "./key-steps.ts";
import { changeCap, changeSharedBudget, removeCap, removeSharedBudget } from "./limit-steps.ts";
import {
  changeAlias,
  changePool,
  changeProvider,
  inAliasOrder,
  removeAlias,
  removePool,
  removeProvider,
} from "./model-steps.ts";
import { changeBudgets, changePrice, countByok, removePrice } from "./money-steps.ts";
import { changeMember, changePreset, removePreset } from "./other-steps.ts";
import { applyMappings, changeJoining, changeMapping, removeMapping } from "./provisioning-steps.ts";
import { changeRateLimit, removeRateLimit } from "./rate-limit-steps.ts";
import { transactionGateway } from "./transaction-gateway.ts";
import {
  addToWorkspace,
  changeLoggedKeys,
  changeWorkspace,
  removeFromWorkspace,
  removeWorkspace,
} from "./workspace-steps.ts";

type KindStep = readonly ["delete" | "change", Kind, Step];

/** Deletions first, since they free names; then each record after those that it refers to. */
const BEFORE_MAPPINGS: readonly KindStep[] = [
  ["delete", "price", removePrice],
  ["delete", "destination", removeDestination],
  ["delete", "alert_rule", removeRule],
  ["delete", "alert_channel", removeChannel],
  ["delete", "model_alias", removeAlias],
  ["delete", "preset", removePreset],
  ["delete", "custom_provider", removeProvider],
  ["delete", "credential_pool", removePool],
  ["delete", "credential", removeCredential],
  ["delete", "rate_limit", removeRateLimit],
  ["delete", "shared_budget", removeSharedBudget],
  ["delete", "member_cap", removeCap],
  ["delete", "key", removeKey],
  ["delete", "group_mapping", removeMapping],
  ["delete", "workspace", removeWorkspace],
  ["change", "workspace", changeWorkspace],
  // What is given by hand comes before mappings that give it no longer, so that nobody loses it in between.
  ["change", "workspace", addToWorkspace],
  ["change", "group_mapping", changeMapping],
  ["change", "member", changeMember],
];
const BEFORE_BUDGETS: readonly KindStep[] = [
  ["change", "workspace", removeFromWorkspace],
  ["change", "just_in_time", changeJoining],
  ["change", "custom_provider", changeProvider],
  ["change", "guardrail", changeGuardrail],
  ["change", "key", changeKey],
  ["change", "workspace", changeLoggedKeys],
  ["change", "credential", changeCredential],
  ["change", "credential_pool", changePool],
  ["change", "preset", changePreset],
  ["change", "model_alias", changeAlias],
  ["change", "destination", changeDestination],
  ["change", "alert_channel", changeChannel],
  ["change", "alert_rule", changeRule],
  ["change", "member_cap", changeCap],
  ["change", "shared_budget", changeSharedBudget],
  ["change", "rate_limit", changeRateLimit],
];
const AFTER_BUDGETS: readonly KindStep[] = [
  ["change", "price", changePrice],
  // Keys with a guardrail have been assigned another one by now.
  ["delete", "guardrail", removeGuardrail],
];

/**
 * Makes a plan's changes in a transaction, each with the API's own operation, including its checks and its audit entry.
 * Throws the first rejection, with the record's location in the document. Returns the created keys.
 */
export async function runPlan(
  gateway: Gateway,
  queries: Transaction,
  call: ApplyCall,
  { plan, secrets }: { plan: Plan; secrets: Secrets },
): Promise<Applying> {
  const { state, differences, document } = plan;
  const within = await transactionGateway(gateway, queries);
  const applying: Applying = { gateway: within, call, state, secrets, ids: new Map(state.ids), keys: [] };
  const run = async ([action, kind, step]: KindStep) => {
    const meant = differences.filter((one) => one.kind === kind && (one.action === "delete") === (action === "delete"));
    for (const difference of step === changeAlias ? inAliasOrder(meant) : meant)
      await withLocation(plan, difference, () => step(applying, difference));
  };
  for (const step of BEFORE_MAPPINGS) await run(step);
  await applyMappings(applying, queries, differences);
  for (const step of BEFORE_BUDGETS) await run(step);
  const resources = resourcesOf(document);
  await orderAll(
    applying,
    differences,
    resources.filter(({ kind }) => kind === "credential"),
  );
  await runBudgets(applying, plan);
  for (const step of AFTER_BUDGETS) await run(step);
  return applying;
}

async function runBudgets(applying: Applying, plan: Plan): Promise<void> {
  const { state, differences, document } = plan;
  const counting = differences.filter(({ kind, action }) => kind === "workspace" && action !== "delete");
  const isBudget = ({ kind }: { kind: Kind }) => kind === "budget";
  const stored = [...state.resources.values()].filter(isBudget);
  const desired = resourcesOf(document).filter(isBudget);
  const hadBudgets = (slug: string) => stored.some(({ workspace }) => workspace === slug);
  for (const one of counting.filter(({ name }) => hadBudgets(name)))
    await withLocation(plan, one, () => countByok(applying, one, stored));
  const groups = Map.groupBy(differences.filter(isBudget), ({ workspace }) => workspace);
  for (const group of groups.values())
    await withLocation(plan, group[0] as Difference, () => changeBudgets(applying, group));
  for (const one of counting.filter(({ name }) => !hadBudgets(name)))
    await withLocation(plan, one, () => countByok(applying, one, desired));
}

/** Adds the record that caused a rejection to its error. */
function withLocation(plan: Plan, { action, resource }: Difference, step: () => Promise<void>) {
  return step().catch((error: unknown) => {
    if (!(error instanceof HttpError)) throw error;
    const message = `Cannot ${action} ${labelOf(resource)}: ${error.message}`;
    const place =
      action === "delete" ? [] : [{ path: pathOf(resource.path), message, ...plan.positionOf(resource.path) }];
    throw new HttpError(error.status, message, {
      metadata: { ...error.metadata, plan_hash: plan.hash, problems: place },
      cause: error,
    });
  });
}
