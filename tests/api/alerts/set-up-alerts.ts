import pg from "pg";
import { expect, vi } from "vitest";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import type { ReceivedTrace, TraceReceiver } from "#tests/support/servers/trace-receiver.ts";

export const ALERT_ENV = { ALLOWED_PRIVATE_HOSTS: "127.0.0.1", ALERT_INTERVAL_SECONDS: "1" };
const HOUR_MS = 3_600_000;

/** Creates a record and returns it. */
export async function make(gateway: TestGateway, path: string, body: object) {
  const response = await gateway.call("POST", path, body);
  expect([path, response.status, response.body.error]).toEqual([path, 201, undefined]);
  return response.body.data;
}

export async function newWorkspace(gateway: TestGateway, slug: string): Promise<string> {
  return (await make(gateway, "/workspaces", { name: `The ${slug}`, slug })).id;
}

/** Creates a webhook channel and returns its id. */
export async function newHook(gateway: TestGateway, workspace: string, url: string): Promise<string> {
  const channel = { name: "Hook", type: "webhook", config: { url }, workspace_id: workspace };
  return (await make(gateway, "/alert-channels", channel)).id;
}

/** Creates a key that expires in an hour, and returns its hash. */
export async function expiringKey(gateway: TestGateway, workspace: string, name: string): Promise<string> {
  const expires_at = new Date(Date.now() + HOUR_MS).toISOString();
  return (await make(gateway, "/keys", { name, workspace_id: workspace, expires_at })).hash;
}

/** Creates a rule about expiring keys, and returns its id. */
export async function keyRule(gateway: TestGateway, workspace: string, channels: string[], more: object = {}) {
  const rule = { name: "Keys", kind: "key_expiring", params: { days: 7 }, channel_ids: channels };
  return (await make(gateway, "/alert-rules", { ...rule, workspace_id: workspace, ...more })).id as string;
}

/** Returns a workspace's alerts. */
export async function alertsOf(gateway: TestGateway, workspace: string, query = "") {
  return (await gateway.call("GET", `/alerts?workspace_id=${workspace}${query}`)).body.data;
}

/** Returns a workspace's messages, once there are that many and none waits. */
export function deliveriesOf(gateway: TestGateway, workspace: string, count: number) {
  return vi.waitFor(
    async () => {
      const { data } = (await gateway.call("GET", `/alert-deliveries?workspace_id=${workspace}`)).body;
      expect(data.map(({ status }: { status: string }) => status)).toEqual(Array(count).fill("delivered"));
      return data;
    },
    { timeout: 30_000, interval: 200 },
  );
}

/** Returns the messages that a receiver accepted. */
export function messagesTo({ accepted }: Pick<TraceReceiver, "accepted">) {
  return accepted.map(({ body }: ReceivedTrace) => JSON.parse(body.toString()));
}

/** Runs statements in a gateway's PostgreSQL database. */
export async function inDatabase<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}
