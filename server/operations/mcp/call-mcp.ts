import { callMcp as endpoint } from "#lib/contract/mcp.ts";
import { operation } from "#server/http/operation.ts";
import { serveMcp } from "#server/pipeline/server-tools/endpoint/serve-mcp.ts";

export const callMcp = operation(endpoint)(async (gateway, call) => {
  const { principal, headers, requestId, raw, departure, arrivedMs } = call;
  const incoming = { principal, headers, requestId, raw, departure, arrivedMs };
  return await serveMcp(gateway, incoming, departure.signal);
});
