import { findAlertChannels, noteChannelResult } from "#server/data/alert-channels.ts";
import {
  type AlertDeliveryRow,
  claimAlertDeliveries,
  nextAlertDelivery,
  recordAlertAttempt,
} from "#server/data/alert-deliveries.ts";
import { claimAlertRules, type DueRule, noteEvaluationError } from "#server/data/alert-rules.ts";
import { dropOldAlerts } from "#server/data/alerts.ts";
import { type Job, logFailure, runEvery } from "../run-every.ts";
import { runWhenDue } from "../run-when-due.ts";
import { createWakeup } from "../wakeup.ts";
import type { AlertGateway } from "./alert-gateway.ts";
import { attemptDelivery } from "./attempt-delivery.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import { sendMail } from "./formats/send-mail.ts";
import type { AlertNotice, PersonalNotice } from "./notice.ts";
import { sendNotice } from "./send-notice.ts";

const RULES_AT_ONCE = 20;
const MESSAGES_AT_ONCE = 16;
const SEARCH_MS = 15_000;
const DAY_MS = 86_400_000;
/** How long resolved alerts and their messages are kept. */
const RETENTION_MS = 180 * DAY_MS;
const EVALUATING = "evaluate alert rules";

/** Starts the evaluation of alert rules and the delivery of their messages; each is held by one process at a time. */
export function startAlertJobs(gateway: AlertGateway): (Job | (() => unknown))[] {
  const { database, environment, log, now, processId } = gateway;
  const intervalMs = environment.ALERT_INTERVAL_SECONDS * 1000;
  const stopping = new AbortController();
  const messagesDue = createWakeup();
  const evaluate = async () => {
    const rules = await claimAlertRules(database, environment.ALERT_INTERVAL_SECONDS, RULES_AT_ONCE);
    if (rules.length === 0) return undefined;
    await gateway.rollups.catchUp();
    // One after the other, because model requests need the connections.
    for (const rule of rules) if (await evaluateSafely(gateway, rule)) messagesDue.wake();
    return rules.length === RULES_AT_ONCE ? 0 : undefined;
  };
  const deliver = async () => {
    if (stopping.signal.aborted) return undefined;
    const due = await claimAlertDeliveries(database, processId, MESSAGES_AT_ONCE);
    await Promise.all(due.map((delivery) => deliverOne(gateway, delivery, stopping.signal)));
    return nextAlertDelivery(database.pool);
  };
  const drop = async () => {
    const dropped = await dropOldAlerts(database.pool, new Date(now() - RETENTION_MS));
    if (dropped > 0) log.info({ dropped }, "dropped old alerts");
  };
  return [
    () => stopping.abort(),
    runWhenDue(evaluate, { name: EVALUATING, wakeup: gateway.alertsDue, log, maxSleepMs: intervalMs }),
    runWhenDue(deliver, { name: "deliver alerts", wakeup: messagesDue, log, maxSleepMs: SEARCH_MS }),
    runEvery(DAY_MS / 4, "delete old alerts", drop, log),
  ];
}

/** One rule that fails must not stop the others. */
async function evaluateSafely(gateway: AlertGateway, rule: DueRule): Promise<boolean> {
  try {
    return await evaluateRule(gateway, rule);
  } catch (error) {
    logFailure(gateway.log, EVALUATING, error);
    await noteEvaluationError(gateway.database.queries, rule, "The rule could not be evaluated").catch(() => undefined);
    return false;
  }
}

async function deliverOne(gateway: AlertGateway, delivery: AlertDeliveryRow, signal: AbortSignal): Promise<void> {
  const { queries } = gateway.database;
  const { id, workspaceId, channelId, recipient, notice } = delivery;
  const { now, environment } = gateway;
  if (recipient !== null) {
    const mail = { id, notice: notice as PersonalNotice };
    const sent = await attemptDelivery(delivery, () => sendMail(environment, [recipient], mail, signal), {
      now,
      signal,
    });
    return sent && recordAlertAttempt(queries, delivery, sent);
  }
  const [channel] = channelId === null ? [] : await findAlertChannels(queries, workspaceId, [channelId]);
  if (!channel) return recordAlertAttempt(queries, delivery, { status: "failed", attempts: [], inMs: 0 });
  const message = { id, notice: notice as AlertNotice };
  const done = await attemptDelivery(delivery, () => sendNotice(gateway, channel, message, signal), { now, signal });
  // A process that ends does not know how the attempt went.
  if (!done) return;
  await recordAlertAttempt(queries, delivery, done);
  await noteChannelResult(queries, channel, {
    at: new Date(now()),
    error: done.attempts.at(-1)?.error ?? null,
  });
}
