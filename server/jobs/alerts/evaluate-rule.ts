import { findAlertChannels } from "#server/data/alert-channels.ts";
import { insertAlertDeliveries } from "#server/data/alert-deliveries.ts";
import { type DueRule, lockEvaluatedRule } from "#server/data/alert-rules.ts";
import { type AlertRow, insertAlert, openAlertsOf, snoozeOfSubject, updateOpenAlert } from "#server/data/alerts.ts";
import type { Queries } from "#server/data/database.ts";
import type { AlertGateway } from "./alert-gateway.ts";
import type { Finding } from "./kinds/kind.ts";
import { findAt, kindOf } from "./kinds/kinds.ts";
import { type NoticeEvent, noticeOf } from "./notice.ts";

/**
 * Evaluates a rule: opens an alert for each new subject, resolves those whose condition has ended, and queues one message
 * for each channel, all in one transaction. Call `rollups.catchUp()` first. Returns whether messages were queued.
 */
export async function evaluateRule(gateway: AlertGateway, rule: DueRule): Promise<boolean> {
  const nowMs = gateway.now();
  const [findings = []] = await findAt({ gateway, ...rule }, rule, [nowMs]);
  return gateway.database.queries.transaction(async (queries) => {
    const now = new Date(nowMs);
    if (!(await lockEvaluatedRule(queries, rule, now))) return false;
    const open = await openAlertsOf(queries, rule.workspaceId, rule.id);
    const changes: Changed[] = [];
    for (const finding of findings) {
      const known = open.find(({ subject }) => subject === finding.subject);
      changes.push(
        known ? await keepAlert(queries, known, finding, now) : await openAlert(queries, rule, finding, now),
      );
    }
    for (const alert of open) {
      if (findings.some(({ subject }) => subject === alert.subject)) continue;
      changes.push(await resolveAlert(queries, alert, now));
    }
    const notices = changes.filter((change) => change !== undefined);
    return queueNotices(gateway, queries, rule, notices);
  });
}

/** A changed alert about which a message is sent. */
type Changed = { alert: AlertRow; event: NoticeEvent } | undefined;

async function openAlert(queries: Queries, rule: DueRule, finding: Finding, now: Date): Promise<Changed> {
  const { workspaceId, id: ruleId, name: ruleName, kind } = rule;
  const snoozedUntil = await snoozeOfSubject(queries, { workspaceId, ruleId, subject: finding.subject }, now);
  const place = { workspaceId, ruleId, ruleName, kind };
  const alert = await insertAlert(queries, { ...place, ...finding, openedAt: now, lastSeenAt: now, snoozedUntil });
  return alert && !snoozedUntil ? { alert, event: "opened" } : undefined;
}

/** Updates the numbers of an alert that stays open. The end of a snooze is announced, unless somebody takes care of it. */
async function keepAlert(queries: Queries, alert: AlertRow, finding: Finding, now: Date): Promise<Changed> {
  const { subjectName, message, numbers } = finding;
  const hasAwoken = alert.snoozedUntil !== null && alert.snoozedUntil <= now;
  const changes = { subjectName, message, numbers, lastSeenAt: now, ...(hasAwoken && { snoozedUntil: null }) };
  const kept = await updateOpenAlert(queries, alert, changes);
  return kept && hasAwoken && !kept.acknowledgedAt ? { alert: kept, event: "reminded" } : undefined;
}

async function resolveAlert(queries: Queries, alert: AlertRow, now: Date): Promise<Changed> {
  const resolved = await updateOpenAlert(queries, alert, { resolvedAt: now });
  const isSnoozed = alert.snoozedUntil !== null && alert.snoozedUntil > now;
  return resolved && !isSnoozed ? { alert: resolved, event: "resolved" } : undefined;
}

async function queueNotices(
  { environment }: AlertGateway,
  queries: Queries,
  rule: DueRule,
  changes: readonly NonNullable<Changed>[],
): Promise<boolean> {
  if (changes.length === 0) return false;
  const channels = await findAlertChannels(queries, rule.workspaceId, rule.channelIds);
  const place = { ...rule, publicUrl: environment.PUBLIC_URL };
  const { ended } = kindOf(rule);
  const deliveries = changes.flatMap(({ alert, event }) =>
    channels.map((channel) => ({
      id: crypto.randomUUID(),
      workspaceId: rule.workspaceId,
      alertId: alert.id,
      channelId: channel.id,
      channelName: channel.name,
      event,
      ruleName: alert.ruleName,
      notice: noticeOf(alert, event, place, ended),
    })),
  );
  await insertAlertDeliveries(queries, deliveries);
  return deliveries.length > 0;
}
