import type { WatchedLimitName } from "#lib/alerts/watched-limits.ts";
import type { LimitPeriod } from "#lib/limit-period.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { periodName } from "../kinds/periods.ts";

/** A spending limit that alert rules watch. */
export type WatchedLimit = {
  kind: WatchedLimitName;
  /** Of the workspace, the key (its hash), the member or the shared budget. */
  id: string;
  /** Whose spending it limits, as the subject of a sentence. */
  name: string;
  limit: Limit;
  /** The keys (stable ids), members, tags and end users whose spending counts; absent: everything in the workspace. */
  spenders?: Spenders;
  /** The end user or session that has the whole amount of a shared budget. */
  one?: WatchedOne;
};

/** `rejected`: how many requests the limit has rejected in the last hour. */
export type WatchedOne = { field: "external_user" | "session_id"; name: string; rejected: number };

export type Spenders = {
  stableKeyIds: readonly string[];
  userIds: readonly string[];
  tags?: readonly string[];
  externalUsers?: readonly string[];
};

const NOUNS: Record<WatchedLimitName, string> = {
  workspace: "budget",
  key: "spending limit",
  member: "cap",
  shared: "shared budget",
};

/** Returns "daily cap". */
export function limitNoun({ kind, one, limit: { interval } }: WatchedLimit): string {
  return `${interval ? `${interval} ` : ""}${one ? "budget" : NOUNS[kind]}`;
}

/** Returns the time zone of a limit's periods. */
export function zoneOf({ limit }: WatchedLimit): string {
  return limit.timeZone ?? "UTC";
}

/** Returns the subject of an alert about a limit. Each period has its own, so that the next one opens a new alert. */
export function limitSubject(watched: WatchedLimit, period: LimitPeriod | undefined): string {
  const { kind, id, limit, one } = watched;
  const when = limit.interval && period ? periodName(limit.interval, period.startMs, zoneOf(watched)) : "lifetime";
  if (kind === "workspace") return when;
  return one ? `${kind} ${id} ${one.field} ${one.name} ${when}` : `${kind} ${id} ${when}`;
}

/** Returns the numbers that say which limit an alert is about. */
export function limitNumbers({ kind, id, one }: WatchedLimit, period: LimitPeriod | undefined) {
  return {
    limit: kind,
    limit_id: id,
    ...(one && { [one.field]: one.name }),
    period_start: isoOf(period?.startMs),
    period_end: isoOf(period?.resetMs),
  };
}

function isoOf(atMs: number | undefined): string | null {
  return atMs === undefined ? null : new Date(atMs).toISOString();
}
