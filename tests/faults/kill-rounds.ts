import { rmSync } from "node:fs";
import { openDatabase } from "#server/data/database.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { type GatewayOptions, startGateway } from "#tests/support/servers/gateway.ts";
import type { Upstream } from "#tests/support/upstream/upstream.ts";
import { checkLedger, checkLedgerAt, type LedgerCheck } from "./ledger-check.ts";
import { othersOf, startLoad } from "./load.ts";

const CALLERS = 8;
const CALLS_BETWEEN = 20;

/** `others` counts what was not a complete response. */
export type KillLine = LedgerCheck & { database: string; kills: number; others: string };

/** Kills a process on the embedded database under load, `kills` times, and starts it again. */
export async function killEmbedded(upstream: Upstream, kills: number): Promise<KillLine> {
  let gateway = await startGateway({ upstream, providers: ["openai"] });
  const { key, hash } = await gateway.newKey({ limit: 1_000 });
  const load = startLoad(() => [gateway], key, CALLERS);
  for (let kill = 0; kill < kills; kill++) {
    await moreComplete(load.received.complete);
    await gateway.kill();
    gateway = await startGateway({ upstream, providers: ["openai"], folder: gateway.folder });
  }
  const received = await load.stop();
  await gateway.stop({ keepFolder: true });
  const database = await openDatabase({ folder: gateway.folder });
  const check = await checkLedger(database.pool, hash, received);
  await database.close();
  rmSync(gateway.folder, { recursive: true, force: true });
  return { database: "embedded", kills, others: othersOf(received), ...check };
}

/** Kills two processes on one PostgreSQL in turn, under load on both. */
export async function killOnPostgres(upstream: Upstream, kills: number): Promise<KillLine> {
  const postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url, SWITCHBOARD_SECRET: "an installation of two processes that die" };
  const options: GatewayOptions = { upstream, providers: ["openai"], env };
  const gateways = [await startGateway(options), await startGateway(options)];
  const { key, hash } = await (gateways[0] as (typeof gateways)[0]).newKey({ limit: 1_000 });
  const load = startLoad(() => gateways, key, CALLERS);
  for (let kill = 0; kill < kills; kill++) {
    await moreComplete(load.received.complete);
    const { folder, kill: killIt } = gateways[kill % 2] as (typeof gateways)[0];
    await killIt();
    gateways[kill % 2] = await startGateway({ ...options, folder });
  }
  const received = await load.stop();
  for (const gateway of gateways) await gateway.stop();
  const check = await checkLedgerAt(postgres.url, hash, received);
  await postgres.close();
  return { database: "PostgreSQL, two processes", kills, others: othersOf(received), ...check };
}

async function moreComplete(complete: ReadonlySet<string>): Promise<void> {
  const enough = complete.size + CALLS_BETWEEN;
  while (complete.size < enough) await new Promise((done) => setTimeout(done, 5));
}
