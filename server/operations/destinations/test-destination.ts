import { testDestination as endpoint } from "#lib/contract/destinations.ts";
import { operation } from "#server/http/operation.ts";
import { sampleEvent } from "#server/jobs/destinations/sample-event.ts";
import { sendBatch } from "#server/jobs/destinations/send-batch.ts";
import { requireDestination } from "./require-destination.ts";

export const testDestination = operation(endpoint)(async (gateway, { principal, params, departure }) => {
  const row = await requireDestination(gateway, principal, params.id);
  const nowMs = gateway.now();
  const startedMs = performance.now();
  const batch = {
    batchId: `test-${crypto.randomUUID()}`,
    events: [{ id: 0, event: sampleEvent(row, nowMs), keyName: null }],
  };
  const { status, error } = await sendBatch(gateway, row, batch, departure.signal);
  const durationMs = Math.round(performance.now() - startedMs);
  return { data: { at: new Date(nowMs).toISOString(), status, error, duration_ms: durationMs } };
});
