import { formatUsdTotal } from "#lib/format.ts";
import { agentName } from "#lib/generations/agents.ts";
import { nanoUsdOf, usdOf } from "#lib/nano-usd.ts";
import { readSessionHours, type SessionHour } from "#server/data/session-hours.ts";
import { hourOf } from "#server/data/traffic-hours.ts";
import { alertKind, DAY_MS, type Finding, HOUR_MS } from "./kind.ts";

/** The most sessions that have an alert at a time: those that cost most. */
const MOST_ALERTS = 20;
/** The most sessions that a reading covers. A preview's 30 days can have many that each were among the most expensive. */
const MOST_READ = 2000;

/** Sessions whose requests of the last 24 hours, starting at a full hour, cost more than a threshold. */
export const sessionSpend = alertKind<"session_spend", ReadonlyMap<number, readonly SessionHour[]>>({
  past: { known: "known", note: null },
  ended:
    "Its requests in the last 24 hours no longer exceed the threshold, 20 other sessions cost more, or the " +
    "threshold was changed.",
  lookBackMs: (_params, atMs) => atMs - startOf(atMs),
  async read(
    { gateway, workspaceId },
    { limit_usd: limitUsd, include_byok: includeByok, tag, external_user: user },
    range,
  ) {
    const which = { aboveNanoUsd: nanoUsdOf(limitUsd) ?? 0, includeByok, limit: MOST_READ };
    const scope = { tag, externalUser: user };
    const hours = await readSessionHours(gateway.database.pool, { workspaceId, ...range }, scope, which);
    return Map.groupBy(hours, ({ atMs }) => atMs);
  },
  judge(hours, { limit_usd: limitUsd, include_byok: includeByok }, atMs) {
    const sessions = new Map<string, { agent: string | null; nanoUsd: number }>();
    for (let hourMs = startOf(atMs); hourMs < atMs; hourMs += HOUR_MS) {
      for (const { sessionId, agent, costNanoUsd, byokNanoUsd } of hours.get(hourMs) ?? []) {
        const nanoUsd = (sessions.get(sessionId)?.nanoUsd ?? 0) + costNanoUsd + (includeByok ? byokNanoUsd : 0);
        sessions.set(sessionId, { agent, nanoUsd });
      }
    }
    return [...sessions]
      .filter(([, { nanoUsd }]) => nanoUsd > (nanoUsdOf(limitUsd) ?? 0))
      .sort(([, a], [, b]) => b.nanoUsd - a.nanoUsd)
      .slice(0, MOST_ALERTS)
      .map(([id, { agent, nanoUsd }]) => findingOf(id, agent, usdOf(nanoUsd), limitUsd));
  },
});

/** Returns the start of the 24 hours before a moment, at a full hour. */
function startOf(atMs: number): number {
  return hourOf(atMs - DAY_MS);
}

/** Longer IDs, such as UUIDs, would push the cost out of sight. */
const LONGEST_SHOWN = 24;

function findingOf(id: string, agent: string | null, spentUsd: number, limitUsd: number): Finding {
  const nameWith = (shown: string) => (agent ? `${agentName(agent)} session ${shown}` : `Session ${shown}`);
  const shortId = id.length > LONGEST_SHOWN ? `${id.slice(0, 8)}…` : id;
  return {
    subject: id,
    subjectName: nameWith(id),
    message:
      `${nameWith(shortId)} has cost ${formatUsdTotal(spentUsd)} in the last 24 hours, ` +
      `above the threshold of ${formatUsdTotal(limitUsd)}.`,
    numbers: { spent_usd: spentUsd, limit_usd: limitUsd, session_id: id },
  };
}
