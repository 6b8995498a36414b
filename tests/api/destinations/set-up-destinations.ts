import { expect, vi } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";

export const DESTINATION_ENV = { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", DESTINATION_BATCH_SECONDS: "1" };
const PATH = "/observability/destinations";

/** Lets a workspace send its requests to destinations. */
export async function switchOn(gateway: TestGateway, workspace: string, more: object = {}): Promise<void> {
  const changes = { is_observability_broadcast_enabled: true, ...more };
  const { status, body } = await gateway.call("PATCH", `/workspaces/${workspace}`, changes);
  expect([status, body.error]).toEqual([200, undefined]);
}

/** Creates a workspace that sends its requests to destinations, with a key. */
export async function setUpDestinations(gateway: TestGateway, slug: string, settings: object = {}) {
  const made = await gateway.call("POST", "/workspaces", { name: slug, slug });
  const workspace: string = made.body.data.id;
  await switchOn(gateway, workspace, settings);
  const { key, hash } = await gateway.newKey({ name: `key of ${slug}`, workspace_id: workspace });
  return { workspace, key, hash };
}

/** Creates a destination and returns its id. */
export async function newDestination(gateway: TestGateway, fields: object): Promise<string> {
  const { status, body } = await gateway.call("POST", PATH, { name: "Traces", ...fields });
  expect([status, body.error]).toEqual([201, undefined]);
  return body.data.id;
}

/** Calls a local model, and returns the ids of the generations. */
export async function callModel(gateway: TestGateway, key: string, count = 1, more: object = {}): Promise<string[]> {
  const body = { model: "local/echo", messages: [{ role: "user", content: "a purple prompt" }], ...more };
  const ids: string[] = [];
  for (let called = 0; called < count; called++) {
    const { status, headers } = await gateway.call("POST", "/chat/completions", body, { key });
    expect(status).toBe(200);
    ids.push(headers.get("x-generation-id") as string);
  }
  return ids;
}

export async function healthOf(gateway: TestGateway, id: string) {
  return (await gateway.call("GET", `${PATH}/${id}`)).body.data.health;
}

/** Waits until a destination's health meets a condition, and returns it. */
export function untilHealth(gateway: TestGateway, id: string, holds: object) {
  return vi.waitFor(
    async () => {
      const health = await healthOf(gateway, id);
      expect(health).toMatchObject(holds);
      return health;
    },
    { timeout: 30_000, interval: 200 },
  );
}
