import { refreshMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { operation } from "#server/http/operation.ts";
import { readListing } from "#server/pipeline/server-tools/mcp/read-listing.ts";
import { withListing } from "#server/pipeline/server-tools/mcp/tool-listing.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

export const refreshMcpServer = operation(endpoint)(async (gateway, call) => {
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  const listing = await readListing(gateway, row, call.departure.signal);
  const data = await changeMcpServer(gateway, call, row, "refresh", ({ tools }) => ({
    checkedAt: new Date(gateway.now()),
    ...("error" in listing
      ? { error: listing.error }
      : { error: null, leftOut: listing.leftOut, tools: withListing(tools, listing.tools) }),
  }));
  return { data };
});
