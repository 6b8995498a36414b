import type { z } from "zod";
import type { ModelEndpoint } from "#lib/contract/models.ts";
import { usageUnit } from "#lib/usage-units.ts";

/** A unit that a model endpoint charges for without a price. */
export type Unpriced = { endpoint: string; provider: string; unit: string; variant: string | null };

/** Combines the missing prices of all of a model's providers. */
export function unpricedOf(endpoints: readonly z.output<typeof ModelEndpoint>[]): Unpriced[] {
  return endpoints.flatMap(({ id, provider_name: provider, unpriced }) =>
    unpriced.map((part) => ({ ...part, endpoint: id, provider })),
  );
}

/** `Duration at 720p, xAI`. */
export function describeUnpriced({ unit, variant, provider }: Omit<Unpriced, "endpoint">): string {
  return `${usageUnit(unit).name}${variant ? ` at ${variant}` : ""}, ${provider}`;
}
