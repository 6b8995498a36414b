import { getRateLimitUse as endpoint } from "#lib/contract/rate-limits.ts";
import { listRateLimitSubjects } from "#server/data/rate-limit-subjects.ts";
import type { RateLimitRow } from "#server/data/rate-limits.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { countersOf, fieldOf } from "#server/pipeline/rate-limits/rules.ts";
import { requireRateLimit } from "./require-rate-limit.ts";

/** How many subjects are read at a time, read in all, and returned. */
const GROUP = 50;
const MOST_READ = 500;
const MOST_RETURNED = 100;

export const getRateLimitUse = operation(endpoint)(async (gateway, { principal, params }) => {
  const row = await requireRateLimit(gateway, principal, params.id);
  const uses = await readUses(gateway, row);
  const isOfEach = row.subject !== "workspace" && row.keyHash === null && row.userId === null;
  const shown = isOfEach ? uses.filter(({ share }) => share > 0).sort((one, other) => other.share - one.share) : uses;
  return {
    data: shown.slice(0, MOST_RETURNED).map(({ share: _, ...use }) => use),
    waiting_requests: gateway.rateLimits.room.countOf(row.workspaceId),
    is_shared: gateway.environment.DATABASE_URL === undefined || gateway.rateLimits.counters.isShared(),
  };
});

/** Returns what counts for each subject of a rule. `share`: of its most used limit. */
async function readUses({ database, rateLimits, now }: Gateway, row: RateLimitRow) {
  const subjects = await listRateLimitSubjects(database.queries, row, MOST_READ);
  const rule = { ...row, keyStableId: null };
  const uses = [];
  for (let from = 0; from < subjects.length; from += GROUP) {
    const counted = subjects.slice(from, from + GROUP).map(({ account, ...subject }) => ({
      subject,
      counters: countersOf({ rule, subjectId: account }),
    }));
    const readings = await rateLimits.counters.read(counted.flatMap(({ counters }) => counters));
    for (const { subject, counters } of counted) {
      const own = counters.map((counter) => {
        const { used = 0, resetMs = 0 } = readings.shift() ?? {};
        const resetsAt = counter.period === "concurrent" ? null : new Date(now() + resetMs).toISOString();
        return { field: fieldOf(counter), used, limit: counter.limit, resets_at: resetsAt };
      });
      const share = Math.max(0, ...own.map(({ used, limit }) => used / limit));
      uses.push({ subject_id: subject.id, subject_name: subject.name, uses: own, share });
    }
  }
  return uses;
}
