import type { z } from "zod";
import type { McpServer, McpTool } from "#lib/contract/mcp-servers.ts";
import type { McpServerRow, StoredTool, ToolDefinition } from "#server/data/mcp-servers.ts";
import type { Gateway } from "#server/gateway.ts";
import { openOauth } from "#server/pipeline/server-tools/mcp/oauth-state.ts";
import { statusOf } from "#server/pipeline/server-tools/mcp/tool-listing.ts";
import { maskHeaders } from "./seal-headers.ts";

type Wire = z.output<typeof McpServer>;
type WireTool = z.output<typeof McpTool>;

/** Converts a stored server to its API record. */
export function mcpServerRecord(gateway: Gateway, row: McpServerRow): Wire {
  const tools = row.tools.map(toolRecord);
  return {
    id: row.id,
    workspace_id: row.workspaceId,
    slug: row.slug,
    name: row.name,
    url: row.url,
    enabled: row.enabled,
    headers: maskHeaders(gateway, row),
    oauth: oauthRecord(gateway, row),
    health: {
      status: row.checkedAt === null ? "unknown" : row.error === null ? "ok" : "failing",
      checked_at: row.checkedAt?.toISOString() ?? null,
      error: row.error,
      left_out: row.leftOut,
    },
    tools,
    tools_to_review: tools.filter(({ status }) => status === "new" || status === "changed").length,
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}

/** Returns what the audit log stores about a server, with hashes of its tools instead of texts that a server wrote. */
export function toAuditServer(gateway: Gateway, row: McpServerRow) {
  const { tools, ...record } = mcpServerRecord(gateway, row);
  const auditedTools = tools.map(({ listed, pinned, reviewed_at: _, ...tool }) => ({
    ...tool,
    listed_hash: listed?.hash ?? null,
    pinned_hash: pinned?.hash ?? null,
  }));
  return { ...record, tools: auditedTools };
}

export function targetOf({ id, name }: McpServerRow) {
  return { type: "mcp_server", id, name };
}

function oauthRecord(gateway: Gateway, row: McpServerRow): Wire["oauth"] {
  if (row.sealedOauth === null) return null;
  const { tokens, expiresAtMs } = openOauth(gateway, row) ?? {};
  const isOver = !tokens?.refresh_token && expiresAtMs !== undefined && expiresAtMs <= gateway.now();
  return {
    status: !tokens ? "pending" : isOver ? "expired" : "authorized",
    expires_at: expiresAtMs === undefined ? null : new Date(expiresAtMs).toISOString(),
    scope: tokens?.scope ?? null,
  };
}

function toolRecord(tool: StoredTool): WireTool {
  return {
    name: tool.name,
    status: statusOf(tool),
    enabled: tool.enabled,
    approval: tool.approval,
    listed: tool.listed && definitionRecord(tool.listed),
    pinned: tool.pinned && definitionRecord(tool.pinned),
    reviewed_at: tool.reviewedAt,
  };
}

function definitionRecord({ title, description, inputSchema, hash }: ToolDefinition) {
  return { title, description, input_schema: inputSchema, hash };
}
