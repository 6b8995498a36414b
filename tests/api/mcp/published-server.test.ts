import { type ChildProcess, spawn } from "node:child_process";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { guardedKeys } from "#tests/pipeline/guard/guarding.ts";
import { callsThenText } from "#tests/pipeline/server-tools/asking.ts";
import { freePort } from "#tests/support/network/free-port.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { mcpClients } from "./mcp-clients.ts";
import { registerApproved } from "./registering.ts";

// The protocol's own reference server from the package registry, with sessions and every kind of content.

const upstream = sharedUpstream();
const gateway = sharedGateway({ upstream, providers: ["google"], env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.1" } });
let server: ChildProcess;
let registered: { tools: { name: string }[]; health: { status: string } };
beforeAll(async () => {
  const port = await freePort();
  const entry = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
  const env = { ...process.env, PORT: String(port) };
  server = spawn(process.execPath, [entry, "streamableHttp"], { env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}/mcp`;
  await vi.waitFor(() => fetch(url), { timeout: 20_000, interval: 100 });
  registered = await registerApproved(gateway, url, { slug: "everything" });
});
afterAll(() => void server?.kill());

test("the published server's tools are listed and approved", () => {
  expect(registered.health.status).toBe("ok");
  const names = registered.tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["echo", "get-sum"]));
});

test("a model from another provider calls the tools", async () => {
  const calls = [
    { name: "everything__echo", arguments: { message: "Hello" } },
    { name: "everything__get-sum", arguments: { a: 2, b: 3 } },
  ];
  callsThenText(upstream, "Done.", calls);
  const body = {
    model: "google/gemini-2.5-flash",
    input: "Echo and add.",
    tools: [{ type: "mcp", server_label: "everything" }],
  };
  const response = await gateway.call("POST", "/responses", body);
  expect(response.body.output).toMatchObject([
    { type: "mcp_call", name: "echo", output: expect.stringContaining("Hello"), error: null },
    { type: "mcp_call", name: "get-sum", output: expect.stringContaining("5"), error: null },
    { type: "message" },
  ]);
});

test("a client of our own endpoint gets every kind of content that the server returns", async () => {
  const client = await connectClient();
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(registered.tools.length);
  const call = (name: string, input: object = {}) =>
    client.callTool({ name: `everything__${name}`, arguments: { ...input } });
  const echo = await call("echo", { message: "Hello" });
  expect(echo).toMatchObject({ content: [{ type: "text", text: expect.stringContaining("Hello") }], isError: false });
  const image = await call("get-tiny-image");
  expect(image.content).toContainEqual({
    type: "image",
    mimeType: "image/png",
    data: expect.stringMatching(/^iVBORw0KGgo/),
  });
  const structured = await call("get-structured-content", { location: "New York" });
  expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
  const text = await call("get-resource-reference", { resourceType: "Text", resourceId: 1 });
  expect(text.content).toContainEqual({
    type: "resource",
    resource: expect.objectContaining({ uri: expect.any(String), text: expect.any(String) }),
  });
  const blob = await call("get-resource-reference", { resourceType: "Blob", resourceId: 2 });
  expect(blob.content).toContainEqual({
    type: "resource",
    resource: expect.objectContaining({ blob: expect.any(String) }),
  });
  const links = await call("get-resource-links", { count: 2 });
  expect(links.content).toContainEqual(expect.objectContaining({ type: "resource_link", uri: expect.any(String) }));
});

test("guardrails read the texts of every kind of content", async () => {
  const keyFor = guardedKeys(gateway);
  const pattern = (text: string, action: "block" | "redact") => ({
    content_filters: [{ pattern: text, action }],
  });
  const redacted = await connectClient(await keyFor(pattern("New York", "redact")));
  const echo = await redacted.callTool({ name: "everything__echo", arguments: { message: "In New York" } });
  expect(JSON.stringify(echo)).not.toContain("New York");
  const blocked = await connectClient(await keyFor(pattern("Resource 1", "block")));
  const input = { resourceType: "Text", resourceId: 1 };
  expect(await blocked.callTool({ name: "everything__get-resource-reference", arguments: input })).toMatchObject({
    content: [{ type: "text", text: "A guardrail blocked the result" }],
    isError: true,
  });
});

const connectClient = mcpClients(gateway);
