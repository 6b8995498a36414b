import { readTrafficHours, type TrafficHour } from "#server/data/alert-readings.ts";
import type { AlertPlace } from "./kind.ts";

export type TimeRange = { from: number; to: number };

/** The parameters that limit a rule to a part of the workspace's requests. */
export type ScopeParams = { tag?: string | null | undefined; external_user?: string | null | undefined };

/** Reads the hours in which a workspace had requests; only those that the rule's scope has. */
export function readHours(
  { gateway, workspaceId }: AlertPlace,
  range: TimeRange,
  { tag, external_user: externalUser }: ScopeParams = {},
): Promise<TrafficHour[]> {
  return readTrafficHours(gateway.database.pool, { workspaceId, ...range }, { tag, externalUser });
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
