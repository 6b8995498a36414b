import { getMetrics as endpoint } from "#lib/contract/system.ts";
import { operation } from "#server/http/operation.ts";
export const getMetrics = operation(endpoint)(async (gateway) => {
  const { text, contentType } = await gateway.metrics.read();
  return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
});
