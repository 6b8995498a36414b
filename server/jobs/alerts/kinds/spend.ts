import type { LimitPeriod } from "#lib/limit-period.ts";
import { readTrafficHours, type TrafficHour } from "#server/data/traffic-hours.ts";
import { type AlertPlace, HOUR_MS } from "./kind.ts";

export type TimeRange = { from: number; to: number };

/** The parameters that limit a rule to a part of the workspace's requests. */
export type ScopeParams = { tag?: string | null | undefined; external_user?: string | null | undefined };

/**
 * Reads the hours in which a workspace had requests; only those that the rule's scope has. An hour within which one of
 * these periods starts comes as quarters of an hour, so that `sumSpend` counts only its part in the period.
 */
export function readHours(
  { gateway, workspaceId }: AlertPlace,
  range: TimeRange,
  { tag, external_user: externalUser }: ScopeParams = {},
  periods: readonly LimitPeriod[] = [],
): Promise<TrafficHour[]> {
  const starts = periods.map(({ startMs }) => startMs).filter((startMs) => startMs % HOUR_MS !== 0);
  const from = Math.floor(range.from / HOUR_MS) * HOUR_MS;
  return readTrafficHours(gateway.database.pool, { workspaceId, from, to: range.to }, { tag, externalUser }, starts);
}

/** Returns the name of what a rule counts: the workspace, or its requests with a tag or of an end user. */
export function scopeName(workspaceName: string, { tag, external_user: user }: ScopeParams): string {
  const parts = [...(tag ? [`tag ${tag}`] : []), ...(user ? [`end user ${user}`] : [])];
  return parts.length > 0 ? `${workspaceName} (${parts.join(", ")})` : workspaceName;
}

/** Returns what one hour cost, in nano-USD. */
export function spendOf({ costNanoUsd, byokNanoUsd }: TrafficHour, includeByok: boolean): number {
  return costNanoUsd + (includeByok ? byokNanoUsd : 0);
}

/** Adds up what the hours in `[from, to)` cost, in nano-USD. */
export function sumSpend(hours: readonly TrafficHour[], { from, to }: TimeRange, includeByok: boolean): number {
  return hours
    .filter(({ atMs }) => atMs >= from && atMs < to)
    .reduce((sum, hour) => sum + spendOf(hour, includeByok), 0);
}
