import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";
import { publishBudgets } from "#server/operations/budgets/budget-records.ts";
import { publishLimits } from "#server/operations/budgets/publish-limits.ts";
import { publishCredentials } from "#server/operations/byok/publish-credentials.ts";
import { publishCustomProviders } from "#server/operations/custom-providers/publish-custom-providers.ts";
import { publishGuardrails } from "#server/operations/guardrails/publish-guardrails.ts";
import { publishKeys } from "#server/operations/keys/publish-keys.ts";
import { publishModelAliases } from "#server/operations/model-aliases/publish-model-aliases.ts";
import { publishPrices } from "#server/operations/prices/publish-prices.ts";
import { publishRateLimits } from "#server/operations/rate-limits/publish-rate-limits.ts";
import { publishProvisioning } from "#server/operations/scim/users/save-user.ts";
import { publishWorkspaces } from "#server/operations/workspaces/workspace-records.ts";
import { refOf } from "../document/resources.ts";
import type { Plan } from "../plan/make-plan.ts";

/**
 * Applies a committed configuration from the next request, in every process. `ids`: the records' ids, by `refOf`.
 */
export async function announceConfig(
  gateway: Gateway,
  { differences }: Plan,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const idsOf = (kind: string) =>
    differences.filter((one) => one.kind === kind).flatMap((one) => ids.get(refOf(one)) ?? []);
  const has = (...kinds: string[]) => differences.some(({ kind }) => kinds.includes(kind));
  if (has("workspace", "member")) await publishWorkspaces(gateway);
  if (has("group_mapping")) await publishProvisioning(gateway);
  if (has("guardrail", "key")) await publishGuardrails(gateway, idsOf("key"));
  if (has("key", "guardrail")) await gateway.keys.refresh();
  if (has("key")) await publishKeys(gateway, ...idsOf("key"));
  if (has("credential", "credential_pool")) await publishCredentials(gateway);
  if (has("custom_provider")) await publishCustomProviders(gateway);
  if (has("model_alias")) await publishModelAliases(gateway);
  if (has("price")) await publishPrices(gateway);
  for (const id of new Set(idsOf("budget"))) await publishBudgets(gateway, id);
  if (has("member_cap", "shared_budget")) await publishLimits(gateway);
  if (has("rate_limit", "key")) await publishRateLimits(gateway);
  if (has("workspace")) await gateway.budgets.refresh();
  if (!has("preset")) return;
  await gateway.presets.refresh();
  await announce(gateway.database, "presets");
}
