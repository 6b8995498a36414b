import type { GenerationRow } from "#server/data/generations.ts";
import type { Usage, UsageUnit } from "#server/providers/usage/usage.ts";

/**
 * The usage of another model, or of one step, within a request, charged at its own prices, as stored in the ledger row.
 * The row's `usage` includes it.
 */
export type OtherModel = {
  /** The model's upstream name. */
  model: string;
  /** Null if no model endpoint of the provider has that name. */
  modelEndpoint: string | null;
  usage: Usage;
  priceIds: string[];
  unpriced: UsageUnit[];
  /** Absent: the row's. */
  serviceTier?: string | null;
  /** Whether a BYOK credential pays; absent: as for the row. */
  isByok?: boolean;
};

/** Returns the other models that a ledger row charges for. */
export function otherModelsOf({ otherModels }: Pick<GenerationRow, "otherModels">): readonly OtherModel[] {
  return (otherModels as readonly OtherModel[] | null) ?? [];
}
