import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { FAILOVER_ENV, LANE_PROVIDERS } from "#tests/failover/lanes.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startRedis } from "#tests/support/servers/redis-server.ts";
import { startUpstream, type Upstream } from "#tests/support/upstream/upstream.ts";
import { runCallTable } from "./call-table.ts";
import { runFlapping } from "./flapping.ts";
import { killEmbedded, killOnPostgres } from "./kill-rounds.ts";
import { runOutages } from "./outages.ts";
import { isClean, reportOf } from "./report.ts";

// `npm run faults`: what callers see, the ledger records and keys are charged when something fails, as reliability.md.

const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "20" },
    out: { type: "string", default: "tests/faults/reliability.md" },
  },
});
const say = (line: string) => process.stderr.write(`${line}\n`);

const upstream = await startUpstream();
say("requests to providers that fail, about four minutes");
const { calls, flapping } = await failingProviders(upstream);
say("killed processes");
const kills = [
  await killEmbedded(upstream, Number(values.kills)),
  await killOnPostgres(upstream, Number(values.kills)),
];
say("databases that fail");
const outages = await runOutages(upstream);
await upstream.close();

const results = { calls, flapping, kills, outages };
writeFileSync(values.out, reportOf(results));
say(`written to ${values.out}`);
process.exit(isClean(results) ? 0 : 1);

async function failingProviders(failing: Upstream) {
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  const env = {
    ...FAILOVER_ENV,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    SWITCHBOARD_SECRET: "an installation of two processes that route",
  };
  const start = () => startGateway({ upstream: failing, providers: LANE_PROVIDERS, env });
  const gateways = [await start(), await start()];
  const found = {
    calls: await runCallTable(gateways, failing),
    flapping: await runFlapping(gateways, failing),
  };
  for (const gateway of gateways) await gateway.stop();
  await Promise.all([postgres.close(), redis.stop()]);
  return found;
}
