import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type PostgresServer, startPostgres } from "#tests/support/databases.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";
import { eventsOf, startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import { callModel, DESTINATION_ENV, newDestination, setUpDestinations, untilHealth } from "./set-up-destinations.ts";

let postgres: PostgresServer;
let receiver: TraceReceiver;
beforeAll(async () => {
  [postgres, receiver] = await Promise.all([startPostgres(), startTraceReceiver()]);
});
afterAll(() => Promise.all([postgres?.close(), receiver?.close()]));
beforeEach(() => {
  receiver.received.length = 0;
  receiver.accepted.length = 0;
});

const start = (env: object = {}, folder?: string) =>
  openPooledGateway({
    env: {
      ...DESTINATION_ENV,
      DATABASE_URL: postgres.url,
      SWITCHBOARD_SECRET: "a secret of this test, forty characters!",
      ...env,
    },
    ...(folder && { folder }),
  });
const hook = (gateway: TestGateway, workspace: string) =>
  newDestination(gateway, { type: "webhook", config: { url: receiver.url }, workspace_id: workspace });
const acceptedIds = () => eventsOf(receiver.accepted).map((event: { id: string }) => event.id);

/** Ends the lease of a killed process now instead of after up to a minute. */
async function endLeases(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query("update destination_state set held_until = now() where held_until > now()");
  await client.end();
}

describe("two processes", () => {
  test("deliver each request once and never at the same time", async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const { workspace, key } = await setUpDestinations(first, "two");
    const id = await hook(first, workspace);
    let running = 0;
    let most = 0;
    receiver.respondWith(async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(300);
      running -= 1;
      return 200;
    });
    await expect.poll(async () => (await second.call("GET", "/key", undefined, { key })).status).toBe(200);
    const ids: string[] = [];
    for (let round = 0; round < 6; round++) {
      for (const gateway of [first, second]) ids.push(...(await callModel(gateway, key, 2)));
      await sleep(400);
    }
    await untilHealth(first, id, { backlog: 0, delivered: 24 });
    expect(acceptedIds().sort()).toEqual(ids.sort());
    expect(most).toBe(1);
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe("a process killed", () => {
  test("during an attempt has its batch sent again with the same ids, and nothing is missing", async () => {
    let gateway = await start();
    const { workspace, key } = await setUpDestinations(gateway, "killed");
    const id = await hook(gateway, workspace);
    const ids = await callModel(gateway, key, 5);
    // The receiver gets the batch but cannot confirm it.
    receiver.respondWith(() => new Promise<number>(() => undefined));
    await expect.poll(() => receiver.received.length).toBe(1);
    await gateway.kill();
    receiver.respondWith(() => 200);
    gateway = await start({}, gateway.folder);
    ids.push(...(await callModel(gateway, key, 5)));
    await endLeases();
    await untilHealth(gateway, id, { delivered: 10, backlog: 0 });
    expect(acceptedIds().sort()).toEqual(ids.sort());
    const before = eventsOf(receiver.received.slice(0, 1)).map((event: { id: string }) => event.id);
    expect(acceptedIds()).toEqual(expect.arrayContaining(before));
    await gateway.stop();
    rmSync(gateway.folder, { recursive: true, force: true });
  });
});

describe("a request that waits too long", () => {
  test("becomes a dead letter, which a retry delivers", async () => {
    const gateway = await start({ DESTINATION_RETRY_HOURS: "1" });
    const { workspace, key } = await setUpDestinations(gateway, "late");
    receiver.respondWith(() => 500);
    const id = await hook(gateway, workspace);
    const old = await callModel(gateway, key, 2);
    await untilHealth(gateway, id, { backlog: 2 });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query("update destination_event set queued_at = queued_at - interval '2 hours'");
    await client.end();
    const fresh = await callModel(gateway, key, 1);
    await untilHealth(gateway, id, { backlog: 1, dead_letters: 2 });
    receiver.respondWith(() => 200);
    expect((await gateway.call("POST", `/observability/destinations/${id}/retry`)).body.data).toEqual({ retried: 2 });
    await untilHealth(gateway, id, { backlog: 0, dead_letters: 0, delivered: 3 });
    expect(acceptedIds().sort()).toEqual([...old, ...fresh].sort());
    await gateway.stop();
  });
});
