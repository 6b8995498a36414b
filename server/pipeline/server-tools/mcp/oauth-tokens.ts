import { announce } from "#server/data/changes.ts";
import { type McpServerRow, replaceOauth } from "#server/data/mcp-servers.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { McpFailure } from "./mcp-connection.ts";
import { authorize } from "./oauth-client.ts";
import { openOauth, sealOauth } from "./oauth-state.ts";

/** Tokens are refreshed this long before they expire. */
const EARLY_MS = 60_000;

const refreshing = new Map<string, Promise<string>>();

/**
 * Returns the access token of a registered server; undefined if it does not use OAuth. Refreshes one that expires.
 * Rejects with an McpFailure if somebody must authorize it again.
 */
export async function accessToken(gateway: PipelineGateway, row: McpServerRow): Promise<string | undefined> {
  if (row.sealedOauth === null) return undefined;
  const state = openOauth(gateway, row);
  if (!state?.tokens) throw new McpFailure("is not authorized: connect it in the console");
  const { tokens, expiresAtMs = Number.POSITIVE_INFINITY } = state;
  if (expiresAtMs - EARLY_MS > gateway.now()) return tokens.access_token;
  if (!tokens.refresh_token) {
    if (expiresAtMs > gateway.now()) return tokens.access_token;
    throw new McpFailure("is not authorized any more: connect it again in the console");
  }
  // A refresh token is often good for one use, so calls at the same time share it.
  const shared = refreshing.get(row.id) ?? refresh(gateway, row).finally(() => refreshing.delete(row.id));
  refreshing.set(row.id, shared);
  return await shared;
}

async function refresh(gateway: PipelineGateway, row: McpServerRow): Promise<string> {
  const { database, mcpServers, log } = gateway;
  const state = openOauth(gateway, row) ?? {};
  const agree = await authorize(gateway, row.url, state);
  const { tokens } = state;
  if (agree || !tokens) throw new McpFailure("is not authorized any more: connect it again in the console");
  const sealed = sealOauth(gateway, row.id, state);
  const before = row.sealedOauth as string;
  // The next calls of this process use the new tokens, also while the database is down.
  row.sealedOauth = sealed;
  await replaceOauth(database.queries, row.workspaceId, row.id, before, sealed)
    .then(() => mcpServers.refresh())
    .then(() => announce(database, "mcp-servers"))
    .catch((error) => log.warn({ error, server: row.id }, "refreshed tokens of an MCP server were not stored"));
  return tokens.access_token;
}
