import { setTimeout as sleep } from "node:timers/promises";
import { announce } from "#server/data/changes.ts";
import { claimRefresh, endRefresh, type McpServerRow, readOauth, replaceOauth } from "#server/data/mcp-servers.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { McpFailure } from "./mcp-connection.ts";
import { authorize } from "./oauth-client.ts";
import { openOauth, sealOauth } from "./oauth-state.ts";

/** Tokens are refreshed this long before they expire. */
const EARLY_MS = 60_000;

/** Slightly longer than a refresh in another process may take. */
const LONGEST_WAIT_MS = 75_000;
const PAUSE_MS = 100;
const AGAIN = "is no longer authorized: connect it again in the console";

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
    throw new McpFailure(AGAIN);
  }
  // A refresh token can often be used only once, so concurrent requests share the new tokens.
  const shared = refreshing.get(row.id) ?? refresh(gateway, row).finally(() => refreshing.delete(row.id));
  refreshing.set(row.id, shared);
  return await shared;
}

/** Refreshes the tokens in one process only; the others use the tokens that it stored. */
async function refresh(gateway: PipelineGateway, row: McpServerRow): Promise<string> {
  const { queries } = gateway.database;
  const giveUpMs = gateway.now() + LONGEST_WAIT_MS;
  while (!(await claimRefresh(queries, row).catch(isLeftToThisProcess(gateway, row)))) {
    const stored = await readOauth(queries, row);
    if (stored !== row.sealedOauth) {
      row.sealedOauth = stored;
      return usableToken(gateway, row);
    }
    if (gateway.now() > giveUpMs) throw new McpFailure("takes too long to refresh its authorization");
    await sleep(PAUSE_MS);
  }
  return await refreshHere(gateway, row).catch(async (thrown) => {
    await endRefresh(queries, row).catch(() => undefined);
    throw thrown;
  });
}

/** Without the database, calls in this process continue. */
function isLeftToThisProcess({ log }: PipelineGateway, { id: server }: McpServerRow) {
  return (error: unknown): boolean => {
    log.warn({ error, server }, "tokens of an MCP server are refreshed without asking the other processes");
    return true;
  };
}

function usableToken(gateway: PipelineGateway, row: McpServerRow): string {
  const { tokens, expiresAtMs = Number.POSITIVE_INFINITY } = openOauth(gateway, row) ?? {};
  if (!tokens || expiresAtMs <= gateway.now()) throw new McpFailure(AGAIN);
  return tokens.access_token;
}

async function refreshHere(gateway: PipelineGateway, row: McpServerRow): Promise<string> {
  const { database, mcpServers, log } = gateway;
  const state = openOauth(gateway, row) ?? {};
  const agree = await authorize(gateway, row.url, state);
  const { tokens } = state;
  if (agree || !tokens) throw new McpFailure(AGAIN);
  const sealed = sealOauth(gateway, row.id, state);
  const before = row.sealedOauth as string;
  // The next calls of this process use the new tokens even while the database is down.
  row.sealedOauth = sealed;
  await replaceOauth(database.queries, row.workspaceId, row.id, before, sealed)
    .then(() => mcpServers.refresh())
    .then(() => announce(database, "mcp-servers"))
    .catch((error) => log.warn({ error, server: row.id }, "refreshed tokens of an MCP server were not stored"));
  return tokens.access_token;
}
