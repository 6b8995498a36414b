import { formatTime } from "#lib/format-time.ts";
import { readExpiringKeys } from "#server/data/alert-readings.ts";
import { alertKind, DAY_MS } from "./kind.ts";

type Key = { hash: string; name: string; createdAt: Date; expiresAt: Date | null };

/** An API key that expires within days. */
export const keyExpiring = alertKind<"key_expiring", Key[]>({
  past: {
    known: "partly_known",
    note: "Uses today's expiry dates. Earlier dates and deleted keys cannot be known.",
  },
  ended: "The key has expired or was deleted, disabled or rotated, or its expiry was changed.",
  lookBackMs: () => 0,
  read: ({ gateway, workspaceId }, { days }, { from, to }) =>
    readExpiringKeys(gateway.database.queries, { workspaceId, from, to: to + days * DAY_MS }),
  judge(keys, { days }, atMs) {
    return keys.flatMap(({ hash, name, createdAt, expiresAt }) => {
      const leftMs = (expiresAt?.getTime() ?? 0) - atMs;
      if (leftMs <= 0 || leftMs > days * DAY_MS || createdAt.getTime() > atMs) return [];
      return [
        {
          subject: hash,
          subjectName: name,
          message: `The API key ${name} expires ${inWords(leftMs)}, on ${formatTime(expiresAt, "utc")}.`,
          numbers: { expires_at: expiresAt?.toISOString() ?? null, days_left: Math.round((leftMs / DAY_MS) * 10) / 10 },
        },
      ];
    });
  },
});

function inWords(leftMs: number): string {
  const days = Math.floor(leftMs / DAY_MS);
  if (days < 1) return "in less than a day";
  return days === 1 ? "in 1 day" : `in ${days} days`;
}
