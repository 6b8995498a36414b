import type { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endpointName } from "#server/pipeline/server-tools/endpoint/tool-names.ts";
import { type HostileMcpServer, startHostileMcpServer } from "#tests/support/servers/hostile-mcp-server.ts";
import { type McpTestServer, serveMcp, startMcpServer } from "#tests/support/servers/mcp-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { mcpClients } from "./mcp-clients.ts";
import { register, registerApproved } from "./registering.ts";

// The official client, unchanged, against our own MCP endpoint.

const gateway = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", SERVER_TOOL_TIMEOUT_MS: "2000" } });
const EMAIL = "ada@example.com";
let mcp: McpTestServer;
let hostile: HostileMcpServer;
let maths: { id: string };
beforeAll(async () => {
  mcp = await startMcpServer(`Write to ${EMAIL}`);
  maths = await registerApproved(gateway, mcp.url, {
    slug: "maths",
    headers: { authorization: "Bearer of-the-server" },
  });
  hostile = await startHostileMcpServer({ tools: [{ name: "read", inputSchema: { type: "object" } }] });
  await registerApproved(gateway, hostile.url, { slug: "files" });
});
afterAll(() => Promise.all([mcp.close(), hostile.close()]));

const connectClient = mcpClients(gateway);

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);
const textOf = (result: Awaited<ReturnType<Client["callTool"]>>) =>
  (result.content as { text: string }[]).map(({ text }) => text).join("");

describe("POST /mcp", () => {
  test("lists the tools of all registered servers and calls them with each server's own headers", async () => {
    const client = await connectClient();
    expect(client.getServerVersion()?.name).toBe("switchboard");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "files__read",
      "maths__add",
      "maths__echo",
      "maths__fail",
      "maths__leak",
    ]);
    expect(tools[1]).toMatchObject({ description: "Adds two numbers", inputSchema: { type: "object" } });
    const sum = await client.callTool({ name: "maths__add", arguments: { a: 2, b: 3 } });
    expect([textOf(sum), sum.isError]).toEqual(["5", false]);
    expect(mcp.headers.at(-1)?.authorization).toBe("Bearer of-the-server");
    const failed = await client.callTool({ name: "maths__fail", arguments: {} });
    expect([textOf(failed), failed.isError]).toEqual(["It broke", true]);
    await expect(client.callTool({ name: "maths__none", arguments: {} })).rejects.toThrow("No tool maths__none");
  });

  test("records each call as a free generation, which the server's page lists", async () => {
    const { key, hash } = await gateway.newKey({ name: "Agent" });
    const client = await connectClient(key);
    await client.callTool({ name: "maths__add", arguments: { a: 1, b: 1 } });
    await client.callTool({ name: "maths__fail", arguments: {} });
    await expect
      .poll(async () => (await gateway.call("GET", `/generations?api_key_hash=${hash}`)).body.data?.length)
      .toBe(2);
    const { body } = await gateway.call("GET", `/mcp-servers/${maths.id}/calls`);
    expect(body.data.slice(0, 2)).toMatchObject([
      { tool: "fail", is_error: true, by_model: false, api_key_name: "Agent" },
      { tool: "add", is_error: false, by_model: false, api_key_name: "Agent" },
    ]);
    const record = (await gateway.call("GET", `/generation?id=${body.data[1].generation_id}`)).body.data;
    expect(record).toMatchObject({ api_type: "mcp", model: "mcp/maths/add", total_cost: 0, status: 200 });
    expect(record.steps[0].tools).toMatchObject([{ name: "add", server_label: "maths", is_error: false }]);
  });

  test("omits tools that a key or guardrail forbids, that are unapproved or that need approval", async () => {
    const { key } = await gateway.newKey({ allowed_tools: ["maths/add", "maths/echo"] });
    const client = await connectClient(key);
    expect(await namesOf(client)).toEqual(["maths__add", "maths__echo"]);
    await expect(client.callTool({ name: "maths__leak", arguments: {} })).rejects.toThrow("No tool maths__leak");
    await gateway.call("PATCH", `/mcp-servers/${maths.id}`, { tools: [{ name: "echo", approval: "always" }] });
    expect(await namesOf(client)).toEqual(["maths__add"]);
    await gateway.call("PATCH", `/mcp-servers/${maths.id}`, { tools: [{ name: "echo", approval: "never" }] });
    await register(gateway, mcp.url, { slug: "fresh" });
    expect((await namesOf(await connectClient())).some((name) => name.startsWith("fresh"))).toBe(false);
    await gateway.call("PATCH", "/workspaces/default", { disabled_server_tools: ["mcp"] });
    expect(await namesOf(client)).toEqual([]);
    await gateway.call("PATCH", "/workspaces/default", { disabled_server_tools: null });
  });

  test("does not call a tool that its server has changed since it was approved", async () => {
    const client = await connectClient();
    const before = hostile.calls.length;
    hostile.does.tools = [{ name: "read", description: "Now another", inputSchema: { type: "object" } }];
    const result = await client.callTool({ name: "files__read", arguments: {} });
    expect([textOf(result), result.isError]).toEqual(["The server has changed this tool: it waits for a review", true]);
    expect(hostile.calls).toHaveLength(before);
    hostile.does.tools = [{ name: "read", inputSchema: { type: "object" } }];
  });

  test("ends a call to a tool that never responds", async () => {
    hostile.does.silent = ["tools/call"];
    const result = await (await connectClient()).callTool({ name: "files__read", arguments: {} });
    expect([textOf(result), result.isError]).toEqual(["The tool took longer than 2 s", true]);
    hostile.does.silent = [];
  });

  test.each([
    ["redact", "Write to [EMAIL_1]", false],
    ["block", "A guardrail blocked the result", true],
  ])("lets a guardrail %s a tool's result and arguments", async (action, told, isError) => {
    const rule = { slug: "email", action, applies_to: "input" };
    const guardrail = { name: action, content_filter_builtins: [rule] };
    const { id } = (await gateway.call("POST", "/guardrails", guardrail)).body.data;
    const { key, hash } = await gateway.newKey();
    await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [hash] });
    const client = await connectClient(key);
    const leak = await client.callTool({ name: "maths__leak", arguments: {} });
    expect([textOf(leak), leak.isError]).toEqual([told, isError]);
    mcp.calls.splice(0);
    await client.callTool({ name: "maths__echo", arguments: { text: EMAIL } });
    expect(JSON.stringify(mcp.calls)).not.toContain(EMAIL);
    expect(mcp.calls).toHaveLength(action === "redact" ? 1 : 0);
  });

  test("passes audio on unchanged, together with the content next to it", async () => {
    const audio = {
      type: "audio" as const,
      data: Buffer.from("RIFF....WAVE").toString("base64"),
      mimeType: "audio/wav",
    };
    const served = await serveMcp(() => {
      const server = new McpServer({ name: "sounds", version: "1.0.0" });
      server.registerTool("say", { description: "Speaks" }, () => ({
        content: [audio, { type: "text", text: `Said by ${EMAIL}`, annotations: { audience: ["user"] } }],
      }));
      return server;
    });
    const { id } = await registerApproved(gateway, served.url, { slug: "sounds" });
    const { content } = await (await connectClient()).callTool({ name: "sounds__say", arguments: {} });
    expect(content).toEqual([audio, expect.objectContaining({ type: "text", text: `Said by ${EMAIL}` })]);
    await gateway.call("DELETE", `/mcp-servers/${id}`);
    await served.close();
  });

  test("shows no tools to a key of another workspace", async () => {
    await gateway.call("POST", "/workspaces", { name: "Second", slug: "second" });
    const { key } = await gateway.newKey({ workspace_id: "second" });
    expect(await namesOf(await connectClient(key))).toEqual([]);
  });

  test("requires a key and POST, and handles malformed messages as the protocol says", async () => {
    await expect(connectClient("sk-sb-none")).rejects.toThrow();
    const send = (method: string, body?: string, more: Record<string, string> = {}) =>
      fetch(`${gateway.url}/api/v1/mcp`, {
        method,
        headers: {
          authorization: `Bearer ${gateway.managementKey}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...more,
        },
        ...(body && { body }),
      });
    for (const method of ["GET", "DELETE"]) {
      const response = await send(method);
      expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
    }
    expect((await send("POST", "{}")).status).toBe(400);
    const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
    expect((await send("POST", list, { accept: "application/json" })).status).toBe(406);
    expect((await send("POST", '{"jsonrpc":"2.0","method":"notifications/initialized"}')).status).toBe(202);
    const unknown = await send("POST", '{"jsonrpc":"2.0","id":1,"method":"resources/list"}');
    expect(await unknown.json()).toMatchObject({ error: { code: -32601 } });
  });
});

test("names have at most 64 letters, digits, hyphens and underscores, and are unique", () => {
  expect(endpointName("maths", "add")).toBe("maths__add");
  const names = ["a.b", "a/b", `${"x".repeat(90)}1`, `${"x".repeat(90)}2`].map((tool) => endpointName("maths", tool));
  for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
  expect(new Set(names).size).toBe(4);
});
