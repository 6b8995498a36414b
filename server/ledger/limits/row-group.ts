import { byokOf, type GenerationRow, type Payable, type RecordGroup } from "#server/data/generations.ts";
import { createTextList } from "../text-list.ts";
import { periodStart, quarterHour } from "./period.ts";

/**
 * A request's spending under one limit. `nanoUsd`: the amount that counts, which may be 0 for a BYOK credential.
 * `account` is empty if no limit applies yet; the spending is counted for limits set later.
 */
export type LimitUse = {
  account: string;
  periodStart: string;
  payerKind: string;
  payerId: string;
  nanoUsd: number;
  /** What this payer alone pays, for one that shares the BYOK cost with the request's credential. */
  shareNanoUsd?: number;
};

export type Entry = {
  row: Pick<GenerationRow, "createdAt"> & Payable;
  rowJson: string;
  uses: readonly LimitUse[];
  /** `uses` as JSON, if it was already serialized. */
  usesJson?: string;
};

/**
 * Ledger rows for one statement, which writes them only if all are new, and the single entries for writing one by one.
 */
export type FullGroup = RecordGroup & { processId: string; newRows: number; entries(): Entry[] };

/** Collects ledger rows for one statement, together with the totals they change. */
export type Group = {
  add(entry: Entry): void;
  size(): number;
  finish(): FullGroup;
};

/** The payer kind under which totals count what each BYOK credential pays. */
export const CREDENTIAL_PAYER = "credential";

/** The payer kind under which totals count what is spent under each shared budget. */
export const SHARED_BUDGET_PAYER = "budget";

const USER_BUDGET = `${SHARED_BUDGET_PAYER}:`;
const SESSION_BUDGET = "session-budget:";

/**
 * Returns the payer kind under which totals count what each end user spends under a budget per end user. Their sum is
 * counted under the shared budget.
 */
export function userBudgetPayer(budgetId: string): string {
  return USER_BUDGET + budgetId;
}

/** Likewise for what each session spends under a budget per session. */
export function sessionBudgetPayer(budgetId: string): string {
  return SESSION_BUDGET + budgetId;
}

// The database adds up these payers from the rows themselves.
const COUNTED_BY_ROW = new Set(["key", "workspace", "organization", "member"]);

type Spend = {
  payer_kind: string;
  payer_id: string;
  day: string;
  cost_nano_usd: number;
  byok_nano_usd: number;
  requests: number;
};
type Lease = { process_id: string; account: string; period_start: string; amount_nano_usd: number };

export function createGroup(processId: string): Group {
  const rows = createTextList();
  const usesOfRows = createTextList();
  const spends = new Map<string, Spend>();
  const leases = new Map<string, Lease>();

  function addSpend({ row, uses }: Entry, { payerKind, payerId, shareNanoUsd }: LimitUse): void {
    const atMs = new Date(row.createdAt).getTime();
    const isBudget = payerKind === SHARED_BUDGET_PAYER || isOfEach(payerKind);
    const day = isBudget ? quarterHour(atMs) : periodStart("daily", atMs);
    const name = `${payerKind} ${payerId} ${day}`;
    const spend = spends.get(name) ?? {
      payer_kind: payerKind,
      payer_id: payerId,
      day,
      cost_nano_usd: 0,
      byok_nano_usd: 0,
      requests: 0,
    };
    const byok = byokOf(row);
    if (shareNanoUsd !== undefined) spend.byok_nano_usd += shareNanoUsd;
    else if (payerKind === CREDENTIAL_PAYER) spend.byok_nano_usd += byok - sharesIn(uses);
    else {
      spend.cost_nano_usd += row.costNanoUsd - byok;
      spend.byok_nano_usd += byok;
    }
    spend.requests += 1;
    spends.set(name, spend);
  }

  function addLease({ account, periodStart, nanoUsd }: LimitUse): void {
    const name = `${account} ${periodStart}`;
    const lease = leases.get(name) ?? { process_id: processId, account, period_start: periodStart, amount_nano_usd: 0 };
    lease.amount_nano_usd += nanoUsd;
    leases.set(name, lease);
  }

  return {
    add(entry) {
      rows.add(entry.rowJson);
      usesOfRows.add(entry.usesJson ?? JSON.stringify(entry.uses));
      for (const use of entry.uses) if (use.account !== "") addLease(use);
      for (const use of payersOf(entry)) {
        addSpend(entry, use);
        if (isOfEach(use.payerKind)) addSpend(entry, sumOf(use));
      }
    },
    size: rows.size,
    finish: () => ({
      rowsJson: `[${rows.joined()}]`,
      spendJson: JSON.stringify([...spends.values()]),
      leasesJson: JSON.stringify([...leases.values()]),
      processId,
      newRows: rows.size(),
      entries() {
        const uses = usesOfRows.texts();
        return rows.texts().map((rowJson, index) => entryOf(rowJson, uses[index] as string));
      },
    }),
  };
}

/** Returns whether a payer is an end user or a session that has a budget's whole amount. */
function isOfEach(payerKind: string): boolean {
  return payerKind.startsWith(USER_BUDGET) || payerKind.startsWith(SESSION_BUDGET);
}

/** Adding up all end users or sessions of a budget for a page would take seconds. */
function sumOf(use: LimitUse): LimitUse {
  const payerId = use.payerKind.slice(use.payerKind.indexOf(":") + 1);
  return { ...use, payerKind: SHARED_BUDGET_PAYER, payerId };
}

function entryOf(rowJson: string, usesJson: string): Entry {
  const { created_at, cost_nano_usd, byok_nano_usd = null, is_byok } = JSON.parse(rowJson);
  const row = {
    createdAt: new Date(created_at),
    costNanoUsd: cost_nano_usd,
    byokNanoUsd: byok_nano_usd,
    isByok: is_byok,
  };
  return { row, rowJson, uses: JSON.parse(usesJson), usesJson };
}

function sharesIn(uses: readonly LimitUse[]): number {
  return uses.reduce((sum, { shareNanoUsd = 0 }) => sum + shareNanoUsd, 0);
}

/** Returns one use for each payer that is not in the row. A payer with several limits counts a request once. */
function payersOf({ uses }: Entry): readonly LimitUse[] {
  const named = uses.filter(({ payerKind }) => !COUNTED_BY_ROW.has(payerKind));
  if (named.length < 2) return named;
  return [...new Map(named.map((use) => [`${use.payerKind} ${use.payerId}`, use])).values()];
}
