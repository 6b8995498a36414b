import { announce } from "#server/data/changes.ts";
import type { Gateway } from "#server/gateway.ts";

/** Applies changed caps and shared budgets starting with the next request, in every process. */
export async function publishLimits(gateway: Gateway): Promise<void> {
  await gateway.budgets.refresh();
  // What was spent is counted, and what was leased is returned, before the change takes effect.
  await gateway.ledger.flush();
  await gateway.leases.releaseIdle(0);
  await announce(gateway.database, "budgets");
}
