import type { BodyOf } from "#lib/contract/endpoint.ts";
import { updateMcpServer as endpoint } from "#lib/contract/mcp-servers.ts";
import type { McpServerRow, StoredTool } from "#server/data/mcp-servers.ts";
import { HttpError } from "#server/errors.ts";
import { operation } from "#server/http/operation.ts";
import { requireAllowedUrl } from "#server/pipeline/planning/public-url.ts";
import { changeMcpServer } from "./change-mcp-server.ts";
import { mcpServerRecord } from "./mcp-server-records.ts";
import { requireMcpServer } from "./require-mcp-server.ts";
import { maskHeaders, mergeHeaders, sealHeaders } from "./seal-headers.ts";

type Sent = BodyOf<typeof endpoint>;

export const updateMcpServer = operation(endpoint)(async (gateway, call) => {
  const { body } = call;
  const row = await requireMcpServer(gateway, call.principal, call.params.id);
  if (Object.keys(body).length === 0) return { data: mcpServerRecord(gateway, row) };
  if (body.url !== undefined) await requireAllowedUrl(gateway, body.url, "url");
  const data = await changeMcpServer(gateway, call, row, "update", (before) => {
    const { headers, tools, ...fields } = body;
    const isMoving = body.url !== undefined && new URL(body.url).origin !== new URL(before.url).origin;
    if (isMoving) requireNewHeaders(maskHeaders(gateway, before), headers);
    return {
      ...fields,
      // Tokens belong to the server that they were issued for.
      ...(isMoving && { sealedOauth: null }),
      ...(headers && { sealedHeaders: sealHeaders(gateway, row.id, mergeHeaders(gateway, before, headers)) }),
      ...(tools && { tools: withSettings(before, tools) }),
    };
  });
  return { data };
});

/** Anyone who may change the URL could otherwise have the stored headers sent to their own server. */
function requireNewHeaders(masks: Record<string, string>, sent: Sent["headers"]): void {
  const names = Object.keys(masks);
  if (names.length === 0 || (sent && names.every((name) => sent[name] !== masks[name]))) return;
  throw new HttpError(400, "Invalid request: headers: send them again, because the URL has a different origin");
}

function withSettings({ tools }: McpServerRow, settings: NonNullable<Sent["tools"]>): StoredTool[] {
  const unknown = settings.find(({ name }) => !tools.some((tool) => tool.name === name));
  if (unknown) throw new HttpError(400, `Invalid request: tools: this server has no tool ${unknown.name}`);
  return tools.map((tool) => {
    const { enabled = tool.enabled, approval = tool.approval } = settings.find(({ name }) => name === tool.name) ?? {};
    return { ...tool, enabled, approval };
  });
}
