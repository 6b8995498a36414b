import { formatTime } from "#lib/format-time.ts";
import { readLeakedKeys } from "#server/data/key-reports.ts";
import { alertKind } from "./kind.ts";

type Keys = Awaited<ReturnType<typeof readLeakedKeys>>;

const DONE: Record<string, string> = {
  revoked: "It was revoked.",
  paused: "It was disabled.",
  notified: "It keeps working unless someone disabled it.",
};

/** An API key that was reported as leaked, until somebody settles it. */
export const keyLeaked = alertKind<"key_leaked", Keys>({
  past: { known: "unknown", note: "Whether and when earlier reports were settled is not stored." },
  ended: "The key was replaced, enabled again or deleted, or has expired.",
  lookBackMs: () => 0,
  read: ({ gateway, workspaceId }, _params, { to }) =>
    readLeakedKeys(gateway.database.queries, workspaceId, new Date(to)),
  judge(keys) {
    return keys.map(({ hash, name, label, leakState, leakedAt }) => ({
      subject: hash,
      subjectName: name,
      message:
        `The API key ${name} (${label}) was reported as leaked on ${formatTime(leakedAt, "utc")}. ` +
        `${DONE[leakState ?? ""] ?? ""} Its page shows where it was found and what it did since.`,
      numbers: { state: leakState, reported_at: leakedAt?.toISOString() ?? null },
    }));
  },
});
