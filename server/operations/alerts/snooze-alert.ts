import { snoozeAlert as endpoint } from "#lib/contract/alerts.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { requireAlert } from "./alert-records.ts";
import { changeAlert } from "./change-alert.ts";

const MAX_SNOOZE_MS = 30 * 86_400_000;

export const snoozeAlert = operation(endpoint)(async (gateway, call) => {
  const { until } = call.body;
  const snoozedUntil = until === null ? null : new Date(until);
  const inMs = snoozedUntil ? snoozedUntil.getTime() - gateway.now() : 1;
  if (inMs <= 0 || inMs > MAX_SNOOZE_MS) {
    throw new HttpError(400, "Invalid request: until: must be in the future, at most 30 days from now");
  }
  const before = await requireAlert(gateway, call.principal, call.params.id);
  return changeAlert(gateway, call, before, { action: "alert.snooze", changes: { snoozedUntil } });
});
