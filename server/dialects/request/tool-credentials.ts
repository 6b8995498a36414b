import { isRecord } from "#lib/is-record.ts";
import type { Body } from "../dialect.ts";
import { recordsOf } from "../read-field.ts";

const HIDDEN = "[hidden]";

/** Returns a body without the credentials of its MCP servers; the same object if it names none. */
export function withoutCredentials(body: Body): Body {
  const { tools, mcp_servers: servers } = body;
  if (!recordsOf(tools).some(isMcp) && recordsOf(servers).length === 0) return body;
  return {
    ...body,
    ...(Array.isArray(tools) && { tools: tools.map((tool) => (isRecord(tool) ? withoutToolCredentials(tool) : tool)) }),
    ...(Array.isArray(servers) && {
      mcp_servers: servers.map((server) => (isRecord(server) ? hideCredentials(server) : server)),
    }),
  };
}

/** Returns a tool without the credentials of its MCP server. */
export function withoutToolCredentials(tool: Body): Body {
  return isMcp(tool) ? hideCredentials(tool) : tool;
}

function isMcp({ type }: Body): boolean {
  return type === "mcp";
}

function hideCredentials(server: Body): Body {
  const { headers } = server;
  const names = isRecord(headers) ? Object.keys(headers) : [];
  return {
    ...server,
    ...("authorization" in server && { authorization: HIDDEN }),
    ...("authorization_token" in server && { authorization_token: HIDDEN }),
    ...(names.length > 0 && { headers: Object.fromEntries(names.map((name) => [name, HIDDEN])) }),
  };
}
