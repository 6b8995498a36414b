import { setTimeout as sleep } from "node:timers/promises";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { degradedParts } from "./installation.ts";
import { startPostgresServer } from "./servers/postgres-server.ts";

/** The response to a list of logs in each state of the replica. */
export type ReplicaLine = { state: string; readFrom: string; isComplete: boolean; status: number; degraded: boolean };

const MAX_LAG_SECONDS = 3;
const BODY = { model: "local/echo", messages: [{ role: "user", content: "Hello" }] };

/** A process with a read replica that is stopped, hangs, and comes back. */
export async function runReplica(upstream: Upstream): Promise<ReplicaLine[]> {
  const primary = await startPostgresServer();
  const standby = await primary.addStandby();
  const gateway = await startGateway({
    upstream,
    env: {
      DATABASE_URL: primary.url,
      DATABASE_READ_URL: standby.url,
      DATABASE_READ_MAX_LAG_SECONDS: String(MAX_LAG_SECONDS),
      SWITCHBOARD_SECRET: "an installation with a read replica",
    },
  });
  const { key } = await gateway.newKey();
  const psql = (statement: string) => standby.run("psql", ["-d", standby.url, "-c", statement]);
  const lines: ReplicaLine[] = [];
  const look = async (state: string) => void lines.push(await lookAt(gateway, key, state));
  await untilDegraded(gateway, false);
  await sleep(2_000);
  await look("replica follows");
  psql("select pg_wal_replay_pause()");
  await look("replica stands still");
  await untilDegraded(gateway, true);
  await look(`replica stands still for more than ${MAX_LAG_SECONDS} s`);
  psql("select pg_wal_replay_resume()");
  await untilDegraded(gateway, false);
  await look("replica follows again");
  await standby.kill();
  await look("replica killed, first request");
  await untilDegraded(gateway, true);
  await look("replica killed");
  standby.start();
  await untilDegraded(gateway, false);
  await look("replica started again");
  standby.freeze();
  await look("replica silent, first request");
  standby.thaw();
  await gateway.stop();
  for (const server of [primary, standby]) server.close();
  return lines;
}

async function lookAt(gateway: TestGateway, key: string, state: string): Promise<ReplicaLine> {
  const made = await gateway.call("POST", "/chat/completions", BODY, { key });
  const id = made.headers.get("x-generation-id");
  // Written by this request.
  await gateway.call("GET", "/generations?limit=1");
  await sleep(200);
  const { status, body } = await gateway.call("GET", "/generations?limit=5");
  const isComplete = body.data?.some((row: { id: string }) => row.id === id) ?? false;
  const degraded = (await degradedParts(gateway.url)).includes("read_replica");
  return { state, readFrom: body.as_of ? "replica" : "primary", isComplete, status, degraded };
}

async function untilDegraded({ url }: TestGateway, expected: boolean): Promise<void> {
  for (const endsAt = performance.now() + 30_000; performance.now() < endsAt; await sleep(50))
    if ((await degradedParts(url)).includes("read_replica") === expected) return;
  throw new Error(`the read replica was not ${expected ? "away" : "back"} within 30 s`);
}
