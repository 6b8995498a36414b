import { expect } from "vitest";
import { becomeOwner, join, type Person } from "#tests/support/people.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

/** Creates a workspace whose logs have only the calls of a test file, an owner, and a member who is not in it. */
export async function openLogSpace(
  gateway: TestGateway,
  settings: object = {},
): Promise<{ slug: string; owner: Person; member: Person }> {
  const owner = await becomeOwner(gateway);
  const member = await join(gateway, owner, "member", "mia@example.com");
  const slug = `space-${crypto.randomUUID().slice(0, 8)}`;
  expect((await gateway.call("POST", "/workspaces", { name: slug, slug, ...settings })).status).toBe(201);
  return { slug, owner, member };
}
