import type { KeyDirectory } from "#server/auth/keys/key-directory.ts";
import type { PriceOverride } from "#server/catalogue/overrides.ts";
import { readOverlay } from "#server/catalogue/read-overlay.ts";
import type { Queries } from "#server/data/database.ts";
import { loadGuardrails } from "#server/data/guardrails.ts";
import type { Gateway } from "#server/gateway.ts";
import { createGuardrailDirectory, type GuardrailDirectory } from "#server/guardrails/directory.ts";

/** The records that affect requests, read from the database at one point in time. */
export type DecidingState = {
  guardrails: GuardrailDirectory;
  keys: Pick<KeyDirectory, "find">;
  overrides: readonly PriceOverride[];
};

/** Reads the state that affects requests with these queries; inside a transaction, it includes the changes so far. */
export async function buildDecidingState(
  queries: Queries,
  keys: DecidingState["keys"],
  { now }: Pick<Gateway, "now">,
): Promise<DecidingState> {
  const loaded = await loadGuardrails(queries);
  return {
    guardrails: await createGuardrailDirectory(async () => loaded),
    keys,
    overrides: (await readOverlay(queries, now())).overrides,
  };
}
