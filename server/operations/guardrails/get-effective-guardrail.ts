import { getEffectiveGuardrail as endpoint } from "#lib/contract/guardrail-effective.ts";
import { readTotals, type Totals } from "#server/data/generations.ts";
import type { Gateway } from "#server/gateway.ts";
import type { GuardrailBudget } from "#server/guardrails/effective.ts";
import { operation } from "#server/http/operation.ts";
import { guardrailLimit } from "#server/ledger/limits/guardrail-limit.ts";
import { periodStarts } from "#server/ledger/limits/period.ts";
import { effectiveRecord } from "./effective-record.ts";
import { type HypotheticalCaller, requireCaller } from "./require-caller.ts";

export const getEffectiveGuardrail = operation(endpoint)(async (gateway, { principal, query }) => {
  const caller = await requireCaller(gateway, principal, query);
  const guardrail = gateway.guardrails.effective(caller);
  const spent = await spentUnder(gateway, caller, guardrail.budgets);
  return { data: effectiveRecord(guardrail, (budget) => spent.get(budget) ?? 0) };
});

/** Returns what counts against each budget in its current period, in nano-USD, including every finished request. */
async function spentUnder(
  gateway: Gateway,
  caller: HypotheticalCaller,
  budgets: readonly GuardrailBudget[],
): Promise<Map<GuardrailBudget, number>> {
  const spent = new Map<GuardrailBudget, number>();
  if (budgets.length > 0) await gateway.ledger.flush();
  for (const budget of budgets) {
    const { payerKind, payerId } = guardrailLimit(budget, caller);
    const [total] = await readTotals(gateway.database.queries, payerKind, periodStarts(gateway.now()), [payerId]);
    spent.set(budget, total ? spentOf(budget, total) : 0);
  }
  return spent;
}

function spentOf({ interval, includeByok }: GuardrailBudget, total: Totals): number {
  const own = { daily: total.daily, weekly: total.weekly, monthly: total.monthly, lifetime: total.all };
  const byok = {
    daily: total.byokDaily,
    weekly: total.byokWeekly,
    monthly: total.byokMonthly,
    lifetime: total.byokAll,
  };
  const period = interval ?? "lifetime";
  return own[period] + (includeByok ? byok[period] : 0);
}
