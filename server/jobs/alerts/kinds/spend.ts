import { readTrafficHours, type TrafficHour } from "#server/data/alert-readings.ts";
import type { AlertPlace } from "./kind.ts";

export type TimeRange = { from: number; to: number };

/** Reads the hours in which a workspace had requests. */
export function readHours({ gateway, workspaceId }: AlertPlace, range: TimeRange): Promise<TrafficHour[]> {
  return readTrafficHours(gateway.database.pool, { workspaceId, ...range });
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
