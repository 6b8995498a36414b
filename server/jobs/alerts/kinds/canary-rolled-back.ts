import { formatTime } from "#lib/format-time.ts";
import { listModelAliases, type ModelAliasRow } from "#server/data/model-aliases.ts";
import { alertKind } from "./kind.ts";

/** As many as a workspace may have. */
const ALL = 1_000;

/** The canary of a model alias that was rolled back, until somebody starts it again or removes it. */
export const canaryRolledBack = alertKind<"canary_rolled_back", ModelAliasRow[]>({
  past: { known: "unknown", note: "Only the last rollback of each alias is stored." },
  ended: "The canary was reset or removed.",
  lookBackMs: () => 0,
  read: async ({ gateway, workspaceId }) =>
    (await listModelAliases(gateway.database.queries, workspaceId, 0, ALL)).rows,
  judge(aliases) {
    return aliases.flatMap(({ id, name, rollout, targets }) => {
      const { rolledBackAt = null, reason = null } = rollout ?? {};
      if (rolledBackAt === null || !targets.some(({ canary }) => canary)) return [];
      return [
        {
          subject: id,
          subjectName: name,
          message:
            `The canary of ${name} was rolled back on ${formatTime(rolledBackAt, "utc")}. ${sentence(reason)}`.trim(),
          numbers: { rolled_back_at: rolledBackAt, reason },
        },
      ];
    });
  },
});

function sentence(reason: string | null): string {
  if (!reason) return "";
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
