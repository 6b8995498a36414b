import { deleteBudget } from "#server/operations/budgets/delete-budget.ts";
import { putBudget } from "#server/operations/budgets/put-budget.ts";
import { createPriceOverride } from "#server/operations/prices/create-price-override.ts";
import { endPriceOverride } from "#server/operations/prices/end-price-override.ts";
import type { Resource } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import { type Applying, changedField, create, idOf, perform, removal, type Step, workspaceId } from "./applying.ts";

const INTERVALS = ["daily", "weekly", "monthly", "lifetime"];

const rank = ({ name }: Difference) => INTERVALS.indexOf(name);

/**
 * Changes a workspace's budgets in an order that keeps each one below those of longer intervals: first deletions, then
 * increases from the longest interval, reductions from the shortest, then new budgets.
 */
export async function changeBudgets(applying: Applying, differences: readonly Difference[]): Promise<void> {
  const limits = (one: Difference) => changedField<number>(one, "limit_usd") ?? { before: 0, after: 0 };
  const updates = differences.filter(({ action }) => action === "update");
  const isRaise = (one: Difference) => limits(one).after > limits(one).before;
  const steps = [
    ...differences.filter(({ action }) => action === "delete"),
    ...updates.filter(isRaise).sort((a, b) => rank(b) - rank(a)),
    ...updates.filter((one) => !isRaise(one)).sort((a, b) => rank(a) - rank(b)),
    ...differences.filter(({ action }) => action === "create"),
  ];
  for (const { action, name, workspace, resource } of steps) {
    const params = { ref: workspaceId(applying, workspace as string), interval: name };
    if (action === "delete") await perform(applying, deleteBudget, { params });
    else await perform(applying, putBudget, { params, body: { limit_usd: resource.fields.limit_usd } });
  }
}

/** Changes whether BYOK spending counts, through one of the workspace's budgets. */
export async function countByok(
  applying: Applying,
  difference: Difference,
  budgets: readonly Resource[],
): Promise<void> {
  const change = changedField<boolean>(difference, "include_byok_in_budgets");
  const budget = budgets.find(({ workspace }) => workspace === difference.name);
  if (!change || !budget) return;
  const params = { ref: workspaceId(applying, difference.name), interval: budget.name };
  const body = { limit_usd: budget.fields.limit_usd, include_byok_in_budgets: change.after };
  await perform(applying, putBudget, { params, body });
}

/** A price is never changed, but replaced by another one. */
export const changePrice: Step = async (applying, difference) => {
  const { action, resource } = difference;
  if (action === "update") await removePrice(applying, difference);
  const { credential, ...terms } = resource.item;
  const credential_id = credential ? credentialId(applying, credential as PricedCredential) : null;
  await create(applying, difference, createPriceOverride, { body: { ...terms, credential_id } });
};

type PricedCredential = { provider: string; name: string | null; workspace?: string | null };

function credentialId(applying: Applying, { provider, name, workspace = null }: PricedCredential): string {
  return idOf(applying, { kind: "credential", workspace, name: name ? `${provider}/${name}` : provider });
}

export const removePrice = removal(endPriceOverride);
