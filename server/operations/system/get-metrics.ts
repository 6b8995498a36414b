import { getMetrics as endpoint } from "#lib/contract/system.ts";
import { gateway } from "#server/gateway.ts";
import { operation } from "#server/http/operation.ts";

export const getMetrics = operation(endpoint)(async () => {
  const { text, contentType } = await gateway().metrics.read();
  return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
});
