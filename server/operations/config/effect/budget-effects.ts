import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { dailySpend } from "#server/data/recent-calls.ts";
import { KEY_LIMIT_PAYER } from "#server/ledger/limits/key-limit.ts";
import { type Interval, periodStart } from "#server/ledger/limits/period.ts";
import { refOf } from "../document/resources.ts";
import type { Difference } from "../plan/differences.ts";
import type { Plan } from "../plan/make-plan.ts";
import type { Comparison, Effect } from "./comparison.ts";

type BudgetEffect = Effect["budgets"][number];
type Payer = { kind: string; id: string };
type Limit = { limitUsd: number; interval: Interval | null; includesByok: boolean; timeZone: string };

/** Returns the periods of the last seven days in which changed budgets and key limits would have been exceeded. */
export async function budgetEffects(comparison: Comparison, plan: Plan): Promise<Effect["budgets"]> {
  const effects: BudgetEffect[] = [];
  for (const difference of plan.differences) {
    const found = difference.action === "delete" ? undefined : limitOf(comparison, plan, difference);
    if (!found) continue;
    const { payer, limit, name } = found;
    const exceeded = await exceededPeriods(comparison, payer, limit);
    effects.push({ workspace: difference.workspace as string, name, limit_usd: limit.limitUsd, exceeded });
  }
  return effects;
}

function limitOf(
  { before }: Comparison,
  { state, document }: Plan,
  { kind, workspace, name, resource, fields }: Difference,
) {
  const slug = workspace as string;
  if (kind === "budget") {
    const id = state.ids.get(refOf({ kind: "workspace", workspace: slug, name: slug }));
    const item = document.workspaces?.find((one) => one.slug === slug);
    const { include_byok_in_budgets: includesByok = false, time_zone: timeZone = UTC } = item ?? {};
    const interval = name === "lifetime" ? null : (name as Interval);
    const limit: Limit = { limitUsd: resource.fields.limit_usd as number, interval, includesByok, timeZone };
    return id === undefined ? undefined : { name: `${name} budget`, payer: { kind: "workspace", id }, limit };
  }
  const limitUsd = resource.fields.limit;
  const isChanged = fields.some(({ field }) => ["limit", "limit_reset", "include_byok_in_limit"].includes(field));
  if (kind !== "key" || typeof limitUsd !== "number" || !isChanged) return undefined;
  // A new key has no history.
  const key = before.keys.find(state.ids.get(refOf(resource)) ?? "");
  if (!key) return undefined;
  const { limit_reset: interval, include_byok_in_limit: includesByok } = resource.fields;
  const limit = {
    limitUsd,
    interval: interval as Interval | null,
    includesByok: includesByok as boolean,
    timeZone: UTC,
  };
  return { name: `key ${name}`, payer: { kind: KEY_LIMIT_PAYER, id: key.stableId }, limit };
}

const EVER = "0001-01-01";
const UTC = "UTC";

/**
 * Sums the spending of each period that includes one of the seven days. Without an interval, all time is one period.
 */
async function exceededPeriods(
  { gateway, from }: Comparison,
  payer: Payer,
  { limitUsd, interval, includesByok, timeZone }: Limit,
): Promise<BudgetEffect["exceeded"]> {
  const periodOf = (atMs: number) => (interval === null ? EVER : periodStart(interval, atMs, timeZone));
  const [first = EVER] = periodOf(from.getTime()).split(" ");
  const spent = new Map<string, number>();
  for (const { day, costNanoUsd, byokNanoUsd } of await dailySpend(gateway.database.queries, payer, first)) {
    const period = periodOf(Date.parse(day.length > EVER.length ? `${day}Z` : day));
    spent.set(period, (spent.get(period) ?? 0) + costNanoUsd + (includesByok ? byokNanoUsd : 0));
  }
  const limitNanoUsd = nanoUsdOf(limitUsd) ?? Number.POSITIVE_INFINITY;
  return [...spent]
    .filter(([, nanoUsd]) => nanoUsd > limitNanoUsd)
    .map(([period, nanoUsd]) => ({ from: firstDay(period, timeZone), spent_usd: usdOf(nanoUsd) }));
}

/** Returns the first day (YYYY-MM-DD) of a period in its time zone. */
function firstDay(period: string, timeZone: string): string {
  if (timeZone === UTC || period === EVER) return period;
  return new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.parse(`${period.split(" ")[0]}Z`));
}
