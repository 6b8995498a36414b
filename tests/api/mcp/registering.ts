import { expect } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

type Caller = Pick<TestGateway, "call">;

let registered = 0;

/** Registers a server and lists its tools. Returns it as the gateway shows it. */
export async function register(gateway: Caller, url: string, more: object = {}) {
  registered += 1;
  const made = await gateway.call("POST", "/mcp-servers", { name: "Tools", slug: `tools-${registered}`, url, ...more });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return await refresh(gateway, made.body.data.id);
}

export async function refresh(gateway: Caller, id: string) {
  const refreshed = await gateway.call("POST", `/mcp-servers/${id}/refresh`);
  expect(refreshed.status).toBe(200);
  return refreshed.body.data;
}

type Tool = { name: string; listed: { hash: string } | null; pinned: { hash: string } | null };

/** Approves tools as they are listed: all of them, or those named. */
export async function approve(gateway: Caller, server: { id: string; tools: Tool[] }, names?: string[]) {
  const tools = server.tools
    .filter(({ name }) => names?.includes(name) ?? true)
    .map(({ name, listed, pinned }) => ({ name, hash: (listed ?? pinned)?.hash }));
  const reviewed = await gateway.call("POST", `/mcp-servers/${server.id}/review`, { tools });
  expect([reviewed.status, reviewed.body.error]).toEqual([200, undefined]);
  return reviewed.body.data;
}

/** Registers a server and approves all its tools. */
export async function registerApproved(gateway: Caller, url: string, more: object = {}) {
  return await approve(gateway, await register(gateway, url, more));
}
