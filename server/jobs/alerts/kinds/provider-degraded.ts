import { formatCount } from "#lib/format.ts";
import { type AttemptCount, readAttemptCounts, readUsedDays, type UsedDay } from "#server/data/alert-readings.ts";
import { alertKind, DAY_MS, type Finding } from "./kind.ts";

type Data = { attempts: readonly AttemptCount[]; used: readonly UsedDay[] };

const HALF_HOUR_MS = 1_800_000;

/**
 * A provider that this workspace used in the last two days fails many attempts, of all workspaces, even if failover hides
 * it. The running half hour and the one before are judged.
 */
export const providerDegraded = alertKind<"provider_degraded", Data>({
  past: { known: "partly_known", note: "Attempts are counted for one day. Earlier days cannot be known." },
  ended: "The provider is responding as usual again, or receives few requests.",
  lookBackMs: () => 2 * DAY_MS,
  async read({ gateway, workspaceId }, _params, range) {
    const { pool } = gateway.database;
    const [attempts, used] = await Promise.all([
      readAttemptCounts(pool, range),
      readUsedDays(pool, { workspaceId, ...range }),
    ]);
    return { attempts, used };
  },
  judge({ attempts, used }, { failed_percent: maxPercent, minimum_attempts: minAttempts }, atMs) {
    const from = (Math.ceil(atMs / HALF_HOUR_MS) - 2) * HALF_HOUR_MS;
    const recent = attempts.filter((one) => one.atMs >= from && one.atMs < atMs);
    const providers = new Set(
      used.filter((day) => day.atMs < atMs && day.atMs > atMs - 3 * DAY_MS).map(({ provider }) => provider),
    );
    return [...Map.groupBy(recent, ({ endpointId }) => providerOf(endpointId))].flatMap(([provider, counts]) => {
      const failed = counts.reduce((sum, one) => sum + one.failed, 0);
      const total = counts.reduce((sum, one) => sum + one.succeeded, failed);
      const percent = Math.round((failed / total) * 1000) / 10;
      if (!providers.has(provider) || total < minAttempts || percent < maxPercent) return [];
      return [findingOf(provider, { failed, total, percent, minutes: Math.round((atMs - from) / 60_000) })];
    });
  },
});

type Counts = { failed: number; total: number; percent: number; minutes: number };

function findingOf(provider: string, { failed, total, percent, minutes }: Counts): Finding {
  return {
    subject: provider,
    subjectName: provider,
    message:
      `${percent}% of the attempts at ${provider} failed in the last ${minutes} minutes ` +
      `(${formatCount(failed)} of ${formatCount(total)}).`,
    numbers: { failed_percent: percent, failed, attempts: total, minutes },
  };
}

/** The id of a model endpoint ends with `@<provider>`. */
function providerOf(endpointId: string): string {
  return endpointId.slice(endpointId.lastIndexOf("@") + 1);
}
