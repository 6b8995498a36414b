import { formatTime } from "#lib/format-time.ts";
import { readFailedCredentials } from "#server/data/alert-readings.ts";
import { faultOf } from "#server/providers/errors/error-fault.ts";
import { alertKind } from "./kind.ts";

type Failed = Awaited<ReturnType<typeof readFailedCredentials>>;

const REASONS: Record<number, string> = { 402: "for lack of credit", 403: "as not permitted" };

/** A stored provider key whose last call the provider rejected because of the key. */
export const credentialRejected = alertKind<"credential_rejected", Failed>({
  past: { known: "unknown", note: "Only the last result of each provider key is stored, so the past cannot be known." },
  ended: "The provider accepts the key again, or it was replaced, disabled or deleted.",
  lookBackMs: () => 0,
  read: ({ gateway, organizationId, workspaceId }) =>
    readFailedCredentials(gateway.database.queries, organizationId, workspaceId),
  judge(credentials) {
    return credentials.flatMap(({ id, name, label, provider, lastFailureAt, lastFailureStatus, ...last }) => {
      const status = lastFailureStatus ?? 0;
      const isLast = (lastFailureAt?.getTime() ?? 0) > (last.lastSuccessAt?.getTime() ?? 0);
      // Some providers respond to a wrong key with 400, and say so in the message.
      if (!isLast || faultOf(status, undefined, last.lastFailure ?? "") !== "credential") return [];
      const shown = name ?? `${provider} ${label}`;
      return [
        {
          subject: id,
          subjectName: shown,
          message:
            `${provider} rejected the provider key ${shown} ${REASONS[status] ?? "as invalid"} (status ${status}), ` +
            `last on ${formatTime(lastFailureAt, "utc")}.`,
          numbers: { status, last_failure_at: lastFailureAt?.toISOString() ?? null, provider },
        },
      ];
    });
  },
});
