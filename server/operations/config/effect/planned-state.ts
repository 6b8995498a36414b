import type { KeyDirectory } from "#server/auth/keys/key-directory.ts";
import type { PriceOverride } from "#server/catalogue/overrides.ts";
import { readOverlay } from "#server/catalogue/read-overlay.ts";
import type { Queries } from "#server/data/database.ts";
import { loadGuardrails } from "#server/data/guardrails.ts";
import type { Gateway } from "#server/gateway.ts";
import { createGuardrailDirectory, type GuardrailDirectory } from "#server/guardrails/directory.ts";

/** The records that decide on calls, read from the database at one moment. */
export type DecidingState = {
  guardrails: GuardrailDirectory;
  keys: Pick<KeyDirectory, "find">;
  overrides: readonly PriceOverride[];
};

/** Reads the state that decides on calls, as these queries see it: inside a transaction, after its changes. */
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
