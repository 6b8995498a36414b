import { getMetrics as endpoint } from "#lib/contract/system.ts";
import { operation } from "#server/http/operation.ts";
import { gateway } from "#server/opened-gateway.ts";

export const getMetrics = operation(endpoint)(async () => {
  const { text, contentType } = await gateway().metrics.read();
  return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
});
