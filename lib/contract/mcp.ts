import { z } from "zod";
import { endpoint } from "./endpoint.ts";

export const callMcp = endpoint({
  id: "callMcp",
  resource: "mcp",
  method: "POST",
  path: "/mcp",
  roles: "everyone",
  access: "key",
  summary: "Call MCP tools",
  description:
    "A stateless MCP server over streamable HTTP (https://modelcontextprotocol.io) that combines the workspace's " +
    "registered servers. Tools are named `<slug>__<tool>`. Only approved tools that the key and its guardrails allow are " +
    "offered, and guardrails read arguments and results. Tools whose calls need approval are left out. Each call of a " +
    "tool is a generation of its own and costs nothing.",
  largeBody: true,
  relaysTexts: true,
  isQuery: true,
  body: z
    .looseObject({
      jsonrpc: z.literal("2.0"),
      id: z.union([z.string(), z.number()]).optional(),
      method: z.string().optional(),
      params: z.looseObject({}).optional(),
    })
    .meta({ id: "McpMessage" })
    .describe("A JSON-RPC message, e.g. `tools/list` or `tools/call`"),
  response: z.looseObject({ jsonrpc: z.literal("2.0") }),
  errors: [400, 401, 403, 405, 406, 413, 415, 429, 500],
});
