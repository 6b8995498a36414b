import { formatTime } from "#lib/format-time.ts";
import type { LeakState } from "#lib/keys/leak-states.ts";
import { insertAlertDeliveries } from "#server/data/alert-deliveries.ts";
import type { Transaction } from "#server/data/database.ts";
import { addressesOf, type ReportedKey } from "#server/data/key-reports.ts";
import type { Gateway } from "#server/gateway.ts";
import type { PersonalNotice } from "#server/jobs/alerts/notice.ts";
import { LEAK_ADVICE } from "./leak-words.ts";
import type { Match, Reporter } from "./report-matches.ts";

/** `isChannelTold`: an alert rule notifies the administrators. */
type Leak = { state: LeakState; reporter: Reporter; match: Match; isChannelTold: boolean };

/**
 * Queues an email to the key's owner; also to the administrators if no alert rule tells them, or if the key has no owner.
 * Does nothing if the operator has not set up email.
 */
export async function notifyPeople(
  { environment }: Pick<Gateway, "environment">,
  queries: Transaction,
  found: ReportedKey,
  leak: Leak,
): Promise<void> {
  if (environment.SMTP_URL === undefined) return;
  const { key, organizationId } = found;
  const userId = key.creatorUserId;
  const administrators = !leak.isChannelTold || userId === null;
  const addresses = await addressesOf(queries, organizationId, { userId, administrators });
  const notice = noticeOf(found, leak, environment.PUBLIC_URL);
  const deliveries = addresses.map((recipient) => ({
    id: crypto.randomUUID(),
    workspaceId: key.workspaceId,
    alertId: null,
    recipient,
    channelId: null,
    channelName: `Email to ${recipient}`,
    event: "opened",
    ruleName: "Key reported as leaked",
    notice,
  }));
  await insertAlertDeliveries(queries, deliveries);
}

const BY: Record<Reporter, string> = {
  github: " by GitHub's secret scanning",
  organization: " by an administrator",
  anyone: " by someone who has it",
};

function noticeOf({ key, workspaceName, workspaceSlug }: ReportedKey, leak: Leak, publicUrl?: string): PersonalNotice {
  const { state, reporter, match } = leak;
  // A stranger's address could be a trap; the console shows it as such.
  const place = reporter !== "anyone" && match.url ? ` It was found at ${match.url}.` : "";
  return {
    workspaceName,
    title: `API key reported as leaked: ${key.name}`,
    text:
      `The API key ${key.name} (${key.label}) was reported as leaked${BY[reporter]} on ${formatTime(key.leakedAt, "utc")}.` +
      `${place} ${LEAK_ADVICE[state]}`,
    url: publicUrl ? `${publicUrl}/w/${workspaceSlug}/keys/${key.hash}` : null,
  };
}
