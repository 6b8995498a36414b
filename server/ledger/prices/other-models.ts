import type { GenerationRow } from "#server/data/generations.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";

/**
 * What another model used within a call and was charged for at its own prices, as its ledger row keeps it. The row's
 * `usage` includes it.
 */
export type OtherModel = {
  /** As the upstream names it. */
  model: string;
  /** Null: no model endpoint of the provider is known by that name. */
  modelEndpoint: string | null;
  usage: Usage;
  priceIds: string[];
  unpriced: UsageUnit[];
};

/** The other models that a ledger row charges for. */
export function otherModelsOf({ otherModels }: Pick<GenerationRow, "otherModels">): readonly OtherModel[] {
  return (otherModels as readonly OtherModel[] | null) ?? [];
}
