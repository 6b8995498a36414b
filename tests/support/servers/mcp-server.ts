import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";
import { listenLocally } from "#tests/support/network/listen-locally.ts";

export type McpTestServer = {
  url: string;
  /** The tool calls that it received, in order. */
  calls: { name: string; input: unknown }[];
  headers: IncomingHttpHeaders[];
  close(): Promise<void>;
};

/**
 * Starts an MCP server on 127.0.0.1 with these tools: `add` (two numbers), `echo` (a text, after `ms`), `fail` and
 * `leak`, which returns `leaked`.
 */
export async function startMcpServer(leaked = "nothing"): Promise<McpTestServer> {
  const calls: McpTestServer["calls"] = [];
  const headers: IncomingHttpHeaders[] = [];
  const served = await serveMcp((request) => {
    headers.push(request.headers);
    return serverWith(calls, leaked);
  });
  return { ...served, calls, headers };
}

/** Serves MCP on 127.0.0.1 with the official SDK, without sessions: `make` returns the server for one request. */
export async function serveMcp(
  make: (request: IncomingMessage) => McpServer,
): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const mcp = make(request);
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.once("close", () => void mcp.close());
    await mcp.connect(transport);
    await transport.handleRequest(request, response);
  });
  const { url, close } = await listenLocally(server);
  return {
    url: `${url}/mcp`,
    close,
  };
}

function serverWith(calls: McpTestServer["calls"], leaked: string): McpServer {
  const mcp = new McpServer({ name: "test", version: "1.0.0" });
  const text = (result: string) => ({ content: [{ type: "text" as const, text: result }] });
  mcp.registerTool(
    "add",
    { description: "Adds two numbers", inputSchema: { a: z.number(), b: z.number() } },
    (input) => {
      calls.push({ name: "add", input });
      return text(String(input.a + input.b));
    },
  );
  mcp.registerTool(
    "echo",
    { description: "Repeats a text", inputSchema: { text: z.string(), ms: z.number().optional() } },
    async (input) => {
      calls.push({ name: "echo", input });
      await new Promise((done) => setTimeout(done, input.ms ?? 0));
      return text(input.text);
    },
  );
  mcp.registerTool("fail", { description: "Fails" }, () => {
    calls.push({ name: "fail", input: {} });
    return { ...text("It broke"), isError: true };
  });
  mcp.registerTool("leak", { description: "Returns a page" }, () => {
    calls.push({ name: "leak", input: {} });
    return text(leaked);
  });
  return mcp;
}
