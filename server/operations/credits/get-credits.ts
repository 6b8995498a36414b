import { getCredits as endpoint } from "#lib/contract/credits.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { readTotals } from "#server/data/generations.ts";
import { operation } from "#server/http/operation.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";

/** Without a balance, callers subtract their usage from the largest amount that the ledger counts exactly. */
const MOST_USD = 9_000_000;

export const getCredits = operation(endpoint)(async ({ database, ledger, budgets, now }, { principal }) => {
  await ledger.flush();
  const [total] = await readTotals(database.queries, "organization", periodStarts(now()), [principal.organizationId]);
  const granted = budgets.grantedTo(principal.organizationId);
  const total_credits = granted === undefined ? MOST_USD : usdOf(granted);
  return { data: { total_credits, total_usage: usdOf(total?.all ?? 0), is_unlimited: granted === undefined } };
});
