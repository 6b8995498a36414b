import { revokeMcpOauth as endpoint } from "#lib/contract/mcp-oauth.ts";
import { operation } from "#server/http/operation.ts";
import { openOauth } from "#server/pipeline/server-tools/mcp/oauth-state.ts";
import { revokeTokens } from "#server/pipeline/server-tools/mcp/revoke-tokens.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { requireMcpServer } from "./require-mcp-server.ts";

export const revokeMcpOauth = operation(endpoint)(async (gateway, call) => {
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  const state = openOauth(gateway, row);
  const data = await changeMcpServer(gateway, call, row, "revoke_oauth", () => ({ sealedOauth: null }));
  // Deleted here first, so that the gateway cannot use it, whatever the authorization server responds.
  if (state) await revokeTokens(gateway, state);
  return { data };
});
