import { testAlertChannel as endpoint } from "#lib/contract/alert-channels.ts";
import type { AlertChannelRow } from "#server/data/alert-channels.ts";
import type { Gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";
import { noticeOf } from "#server/jobs/alerts/notice.ts";
import { sendNotice } from "#server/jobs/alerts/send-notice.ts";
import { requireAlertChannel } from "./alert-channel-records.ts";

export const testAlertChannel = operation(endpoint)(async (gateway, { principal, params, departure }) => {
  const channel = await requireAlertChannel(gateway, principal, params.id);
  const at = new Date(gateway.now());
  const startedMs = performance.now();
  const message = { id: `test-${crypto.randomUUID()}`, notice: sampleNotice(gateway, channel, at) };
  const { status, error } = await sendNotice(gateway, channel, message, departure.signal);
  const durationMs = Math.round(performance.now() - startedMs);
  return { data: { at: at.toISOString(), status, error, duration_ms: durationMs } };
});

/** Returns a message with the fields of a real one. */
function sampleNotice({ accounts, environment }: Gateway, { workspaceId, name }: AlertChannelRow, at: Date) {
  const { name: workspaceName = "", slug: workspaceSlug = "" } = accounts.workspaceNow(workspaceId) ?? {};
  const place = { workspaceId, workspaceName, workspaceSlug, publicUrl: environment.PUBLIC_URL };
  const sample = {
    id: crypto.randomUUID(),
    workspaceId,
    ruleId: null,
    ruleName: "Test",
    kind: "spend_threshold",
    subject: "workspace",
    subjectName: workspaceName,
    message: `This is a test: alerts from ${workspaceName} reach the channel ${name}. Nothing is wrong.`,
    numbers: { spent_usd: 0, limit_usd: 0 },
    openedAt: at,
    lastSeenAt: at,
    resolvedAt: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    snoozedUntil: null,
  };
  return { ...noticeOf(sample, "test", place), url: null };
}
