import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";
import { changedBudgets } from "#server/operations/budgets/budget-records.ts";
import { changedCredentials } from "#server/operations/byok/changed-credentials.ts";
import { changedGuardrails } from "#server/operations/guardrails/changed-guardrails.ts";
import { changedKeys } from "#server/operations/keys/changed-keys.ts";
import { changedPrices } from "#server/operations/prices/changed-prices.ts";
import { changedWorkspaces } from "#server/operations/workspaces/workspace-records.ts";
import { refOf } from "../document/resources.ts";
import type { Plan } from "../plan/make-plan.ts";

/** Applies a committed configuration from the next request on, in every process. `ids`: of the records, by `refOf`. */
export async function announceConfig(
  gateway: Gateway,
  { differences }: Plan,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const idsOf = (kind: string) =>
    differences.filter((one) => one.kind === kind).flatMap((one) => ids.get(refOf(one)) ?? []);
  const has = (...kinds: string[]) => differences.some(({ kind }) => kinds.includes(kind));
  if (has("workspace", "member")) await changedWorkspaces(gateway);
  if (has("guardrail", "key")) await changedGuardrails(gateway, idsOf("key"));
  if (has("key", "guardrail")) await gateway.keys.refresh();
  if (has("key")) await changedKeys(gateway, ...idsOf("key"));
  if (has("credential")) await changedCredentials(gateway);
  if (has("price")) await changedPrices(gateway);
  for (const id of new Set(idsOf("budget"))) await changedBudgets(gateway, id);
  if (has("workspace")) await gateway.budgets.refresh();
  if (!has("preset")) return;
  await gateway.presets.refresh();
  await announce(gateway.database, "presets");
}
