import type { McpServerRow } from "#server/data/mcp-servers.ts";
import { upstreamFetch } from "#server/providers/exchange/http.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { connectMcp, type McpConnection, McpFailure } from "./mcp-connection.ts";
import { accessToken } from "./oauth-tokens.ts";
import { openHeaders } from "./open-headers.ts";

/** Connects to a registered server. Rejects with an McpFailure if it cannot be used. */
export async function connectRegistered(
  gateway: PipelineGateway,
  server: McpServerRow,
  signal: AbortSignal,
): Promise<McpConnection> {
  const headers = openHeaders(gateway, server);
  if (!headers) throw new McpFailure("has headers that cannot be decrypted: enter them again");
  const token = await accessToken(gateway, server);
  const sent = token === undefined ? headers : { ...withoutAuthorization(headers), authorization: `Bearer ${token}` };
  const limits = { callTimeoutMs: gateway.environment.SERVER_TOOL_TIMEOUT_MS };
  return await connectMcp({ url: server.url, headers: sent }, upstreamFetch(gateway.allowedEgress), signal, limits);
}

function withoutAuthorization(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== "authorization"));
}

/** Returns the tools that a registered server lists now, or why it cannot be used. */
export async function readListing(
  gateway: PipelineGateway,
  server: McpServerRow,
  signal: AbortSignal,
): Promise<Pick<McpConnection, "tools" | "leftOut"> | { error: string }> {
  try {
    const connection = await connectRegistered(gateway, server, signal);
    void connection.close();
    return connection;
  } catch (thrown) {
    if (thrown instanceof McpFailure) return { error: `The server ${thrown.message}` };
    throw thrown;
  }
}
