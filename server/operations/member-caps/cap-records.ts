import type { z } from "zod";
import type { CapOverride, MemberCaps } from "#lib/contract/member-caps.ts";
import { usdOf } from "#lib/nano-usd.ts";
import { loadBudgetRule } from "#server/data/budgets.ts";
import {
  type CapOverrideRow,
  type Caps,
  loadCapOverrides,
  loadMemberCaps,
  type MemberCapRow,
} from "#server/data/member-caps.ts";
import { readSpent } from "#server/data/spend.ts";
import type { WorkspaceRow } from "#server/data/workspaces.ts";
import type { Gateway } from "#server/gateway.ts";
import { type CapInterval, capAmount } from "#server/ledger/limits/member-limits.ts";
import { nextReset, periodStart } from "#server/ledger/limits/period.ts";

type Person = { userId: string; name: string; email: string };
type Workspace = Pick<WorkspaceRow, "id" | "timeZone">;

/** Converts caps to the form of the API; without a row, there are none. */
export function capAmounts(row: Caps | undefined): { daily_usd: number | null; monthly_usd: number | null } {
  const usd = (nanoUsd: number | null | undefined) => (nanoUsd == null ? null : usdOf(nanoUsd));
  return { daily_usd: usd(row?.dailyNanoUsd), monthly_usd: usd(row?.monthlyNanoUsd) };
}

export function overrideRecord(row: CapOverrideRow): z.output<typeof CapOverride> {
  return {
    interval: row.interval as CapInterval,
    limit_usd: usdOf(row.limitNanoUsd),
    until: row.until.toISOString(),
    reason: row.reason,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** Reads the caps of members and what they have spent, including every finished request; and the default caps. */
export async function readMemberCaps(gateway: Gateway, workspace: Workspace, people: readonly Person[]) {
  const { queries } = gateway.database;
  const nowMs = gateway.now();
  await gateway.ledger.flush();
  const rows = await loadMemberCaps(queries, workspace.id);
  const overrides = await loadCapOverrides(queries, new Date(nowMs), workspace.id);
  const spent = await readSpending(gateway, workspace, people, nowMs);
  const standard = rows.find(({ userId }) => userId === null);
  const records = people.map((person) => {
    const own = rows.find(({ userId }) => userId === person.userId);
    const active = overrides.filter(({ userId }) => userId === person.userId);
    const capOf = (interval: CapInterval) => {
      const override = active.find((one) => one.interval === interval);
      const amount = capAmount(own ?? standard, interval, override);
      return amount === null
        ? null
        : {
            limit_usd: usdOf(amount),
            spent_usd: usdOf(spent[interval].get(memberPayerId(workspace, person)) ?? 0),
            resets_at: nextReset(interval, nowMs, workspace.timeZone).toISOString(),
            override: override ? overrideRecord(override) : null,
          };
    };
    return memberRecord(person, own, standard, { daily: capOf("daily"), monthly: capOf("monthly") });
  });
  return { records, standard };
}

type Record = z.output<typeof MemberCaps>;

function memberRecord(
  { userId, name, email }: Person,
  own: MemberCapRow | undefined,
  standard: MemberCapRow | undefined,
  caps: Pick<Record, "daily" | "monthly">,
): Record {
  return { user_id: userId, name, email, is_default: !own, ...capAmounts(own ?? standard), ...caps };
}

async function readSpending(gateway: Gateway, workspace: Workspace, people: readonly Person[], nowMs: number) {
  const { queries } = gateway.database;
  const includeByok = await loadBudgetRule(queries, workspace.id);
  const ids = people.map((person) => memberPayerId(workspace, person));
  const read = (interval: CapInterval) =>
    readSpent(queries, "member", ids, { start: periodStart(interval, nowMs, workspace.timeZone), includeByok });
  return { daily: await read("daily"), monthly: await read("monthly") };
}

function memberPayerId({ id }: Workspace, { userId }: Person): string {
  return `${id}:${userId}`;
}
