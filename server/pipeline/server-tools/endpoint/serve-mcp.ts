import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ErrorCode, ListToolsRequestSchema, McpError } from "@modelcontextprotocol/sdk/types.js";
import type { ApiResponse } from "#server/api-response.ts";
import { createGuard } from "#server/guardrails/guard.ts";
import type { IncomingCall } from "../../enter-call.ts";
import type { PipelineGateway } from "../../pipeline-gateway.ts";
import { permittedTools, toolsForCaller } from "./permitted-tools.ts";
import { runTool } from "./run-tool.ts";

/**
 * Handles one message from a client of our own MCP endpoint: a server without sessions that combines the workspace's
 * registered servers. Definitions are the approved ones; the servers are only contacted for requests.
 */
export async function serveMcp(
  gateway: PipelineGateway,
  incoming: IncomingCall,
  signal: AbortSignal,
): Promise<ApiResponse> {
  const server = combinedServer(gateway, incoming, signal);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  try {
    await server.connect(transport);
    const headers = new Headers();
    for (const name of ["accept", "content-type", "mcp-protocol-version"]) {
      const value = incoming.headers.get(name);
      if (value) headers.set(name, value);
    }
    // The URL is not used.
    const request = new Request("http://gateway.invalid/mcp", { method: "POST", headers });
    const response = await transport.handleRequest(request, { parsedBody: incoming.raw });
    const { status } = response;
    const body = await response.text();
    return { status, headers: Object.fromEntries(response.headers), body: body === "" ? null : body };
  } finally {
    void server.close();
  }
}

function combinedServer(gateway: PipelineGateway, incoming: IncomingCall, signal: AbortSignal): Server {
  const { principal } = incoming;
  const server = new Server({ name: "switchboard", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const guard = createGuard(gateway.guardrails.effective(principal));
    return { tools: await toolsForCaller(permittedTools(gateway, principal), guard) };
  });
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const permitted = permittedTools(gateway, principal).find(({ name }) => name === params.name);
    if (!permitted) throw new McpError(ErrorCode.InvalidParams, `No tool ${params.name.slice(0, 100)} is available`);
    const { text, isError, mcp } = await runTool(gateway, incoming, permitted, params.arguments ?? {}, signal);
    return { ...(mcp ?? { content: [{ type: "text", text }] }), isError };
  });
  return server;
}
