import { loadBudgetRule } from "#server/data/budgets.ts";
import { type RejectedOfEach, readRejectedOfEach } from "#server/data/limit-readings.ts";
import { loadSharedBudgets, type SharedBudgetRow } from "#server/data/shared-budgets.ts";
import { readTopSpend } from "#server/data/top-spend.ts";
import { sharedLimit, type WorkspaceTerms } from "#server/ledger/limits/member-limits.ts";
import { periodStart } from "#server/ledger/limits/period.ts";
import { isRejectionBy } from "#server/ledger/limits/rejections.ts";
import { sessionBudgetPayer, userBudgetPayer } from "#server/ledger/limits/row-group.ts";
import { limitOfSession, limitOfUser } from "#server/ledger/limits/shared-limits.ts";
import { type AlertPlace, HOUR_MS } from "../kinds/kind.ts";
import { periodOf } from "./limit-states.ts";
import type { WatchedLimit, WatchedOne } from "./watched-limit.ts";

/** The most end users or sessions of one budget that are watched: those who have spent most, and then the rejected. */
const MOST_OF_BUDGET = 20;

/**
 * Reads the limits of those end users and sessions, of the budgets that give each the whole amount, that have spent a
 * share of it or whose requests are rejected.
 */
export async function readLimitsOfEach(place: AlertPlace, share: number, nowMs: number): Promise<WatchedLimit[]> {
  const { workspaceId, timeZone, gateway } = place;
  const { queries, pool } = gateway.database;
  const rows = (await loadSharedBudgets(queries, workspaceId)).filter((row) => row.perExternalUser || row.perSession);
  if (rows.length === 0) return [];
  const terms = { workspaceId, timeZone, includeByok: await loadBudgetRule(queries, workspaceId) };
  const range = { workspaceId, from: nowMs - HOUR_MS, to: nowMs + HOUR_MS };
  const rejections = await readRejectedOfEach(pool, range);
  const limits: WatchedLimit[] = [];
  for (const row of rows) limits.push(...(await limitsOfBudget(place, terms, row, { share, nowMs, rejections })));
  return limits;
}

type Watching = { share: number; nowMs: number; rejections: readonly RejectedOfEach[] };

async function limitsOfBudget(
  { gateway }: AlertPlace,
  terms: WorkspaceTerms,
  row: SharedBudgetRow,
  { share, nowMs, rejections }: Watching,
): Promise<WatchedLimit[]> {
  const { id, perSession } = row;
  const limit = sharedLimit(terms, row);
  const { interval, timeZone, includeByok, nanoUsd } = limit;
  const nearNanoUsd = nanoUsd * share;
  const { top } = await readTopSpend(
    gateway.database.queries,
    perSession ? sessionBudgetPayer(id) : userBudgetPayer(id),
    {
      start: interval ? periodStart(interval, nowMs, timeZone) : "",
      includeByok,
      nearNanoUsd,
      most: MOST_OF_BUDGET,
    },
  );
  const field = perSession ? "session_id" : "external_user";
  const sinceMs = periodOf(limit, nowMs)?.startMs ?? 0;
  const rejectedOf = new Map<string, number>();
  for (const { atMs, error, requests, ...labels } of rejections) {
    const name = labels[field];
    if (name === null || atMs < sinceMs || !isRejectionBy(limit, error)) continue;
    rejectedOf.set(name, (rejectedOf.get(name) ?? 0) + requests);
  }
  const near = top.filter((one) => one.nanoUsd >= nearNanoUsd).map((one) => one.id);
  return [...new Set([...near, ...rejectedOf.keys()])].slice(0, MOST_OF_BUDGET).map((name): WatchedLimit => {
    const one: WatchedOne = { field, name, rejected: rejectedOf.get(name) ?? 0 };
    return {
      kind: "shared",
      id,
      name: `${perSession ? "Session" : "End user"} ${name} of ${row.name}`,
      limit: perSession ? limitOfSession(limit, name) : limitOfUser(limit, name),
      one,
    };
  });
}
