import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

/**
 * Returns a function that connects an MCP client to the gateway's own endpoint, with the management key or another one. The
 * clients are closed after each test.
 */
export function mcpClients(gateway: TestGateway): (key?: string) => Promise<Client> {
  const open: Client[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
  return async (key = gateway.managementKey) => {
    const client = new Client({ name: "test", version: "1.0.0" });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${gateway.url}/api/v1/mcp`), { requestInit }));
    open.push(client);
    return client;
  };
}
