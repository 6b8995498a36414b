import { createMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import { recordChange } from "#server/audit/record-change.ts";
import { requireWorkspace } from "#server/auth/access.ts";
import { insertMcpServer } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { mcpServerRecord, targetOf, toAuditServer } from "./mcp-server-records.ts";
import { publishMcpServers } from "./publish-mcp-servers.ts";
import { sealHeaders } from "./seal-headers.ts";

const MOST_SERVERS = 50;

export const createMcpServer = operation(endpoint)(async (gateway, call) => {
  const { workspace_id, headers, ...fields } = call.body;
  const workspaceId = await requireWorkspace(gateway, call.principal, workspace_id);
  await requireAllowedUrl(gateway, fields.url, "url");
  const id = crypto.randomUUID();
  const values = { ...fields, id, workspaceId, sealedHeaders: sealHeaders(gateway, id, headers), tools: [] };
  const row = await gateway.database.queries.transaction(async (queries) => {
    const made = await insertMcpServer(queries, values, MOST_SERVERS);
    if (made === "full") throw new HttpError(409, `A workspace can have at most ${MOST_SERVERS} MCP servers`);
    if (!made) throw new HttpError(409, `This workspace already has an MCP server with the slug ${fields.slug}`);
    const after = toAuditServer(gateway, made);
    await recordChange(queries, call, { action: "mcp_server.create", target: targetOf(made), after, workspaceId });
    return made;
  });
  await publishMcpServers(gateway);
  return { data: mcpServerRecord(gateway, row) };
});
