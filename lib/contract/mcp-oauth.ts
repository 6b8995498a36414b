import { z } from "zod";
import { dataOf, IdParams } from "./common.ts";
import { endpoint } from "./endpoint.ts";
import { McpServer } from "./mcp-servers.ts";

const path = "/mcp-servers/{id}/oauth";
const resource = "mcp-servers";
const roles = "administrators";
const access = "management";

export const startMcpOauth = endpoint({
  id: "startMcpOauth",
  resource,
  method: "POST",
  path: `${path}/start`,
  roles,
  access,
  summary: "Start the OAuth authorization of an MCP server",
  description:
    "Finds the server's authorization server, registers the gateway there and returns the URL where you grant access. " +
    "Only the console session or key that started the authorization can finish it, within ten minutes.",
  params: IdParams,
  body: z
    .strictObject({
      client_id: z.string().min(1).max(500).optional(),
      client_secret: z.string().min(1).max(500).optional(),
    })
    .prefault({})
    .describe("A client that you registered yourself, for an authorization server without dynamic registration"),
  response: z.object({ data: McpServer, authorization_url: z.string().nullable() }),
  errors: [400, 401, 403, 404, 405, 413, 429, 500, 502],
});

export const finishMcpOauth = endpoint({
  id: "finishMcpOauth",
  resource,
  method: "POST",
  path: `${path}/finish`,
  roles,
  access,
  summary: "Finish the OAuth authorization of an MCP server",
  description:
    "Exchanges the code that the authorization server sent to your browser, in the session that started the authorization.",
  params: IdParams,
  body: z.strictObject({ code: z.string().min(1).max(4000), state: z.string().min(1).max(200) }),
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 413, 429, 500, 502],
});

export const revokeMcpOauth = endpoint({
  id: "revokeMcpOauth",
  resource,
  method: "DELETE",
  path,
  roles,
  access,
  summary: "Revoke the OAuth authorization of an MCP server",
  description: "Deletes the tokens here, and asks the authorization server to revoke them.",
  params: IdParams,
  response: dataOf(McpServer),
  errors: [400, 401, 403, 404, 405, 429, 500],
});
