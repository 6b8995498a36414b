import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus } from "node:os";
import { startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { median, round } from "./numbers.ts";
import { measureRequests } from "./requests.ts";
import { freePort, startProgram, stopProgram } from "./target.ts";

// What OpenTelemetry costs a call: CPU time of a process without it, of one that samples 1 % and of one that samples
// everything, each in turn against the same upstream, round after round. A second process without it shows how exact
// the others are. The collector is here, outside of all of them.

const CONNECTIONS = 16;
const ROUNDS = 8;
const WARM_MS = 10_000;
const MEASURE_MS = 3_000;
/** At 1 % sampling. */
const MOST_PERCENT = 5;

let exports = 0;
const collector = createServer((request, response) => {
  exports += 1;
  request.resume().on("end", () => response.end());
});
await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
const { port: collectorPort } = collector.address() as AddressInfo;
const upstreamPort = await freePort();
const upstream = await startProgram(
  ["tests/support/upstream/main.ts", "--port", String(upstreamPort)],
  {},
  /listening/,
);
const postgres = await startPostgres();

const off = await measured("off", {});
const some = await measured("1 % sampled", sampling("0.01"));
const all = await measured("all sampled", sampling("1"));
const again = await measured("off again", {});
const each = [off, some, all, again];

for (const { target } of each) await measureRequests(target, CONNECTIONS, WARM_MS);
for (let index = 0; index < ROUNDS; index++) {
  // Each round starts with another one, so that none always follows the same.
  for (const at of each.keys()) {
    const { target, cpuUs } = each[(at + index) % each.length] as Measured;
    cpuUs.push((await measureRequests(target, CONNECTIONS, MEASURE_MS)).cpuUsPerRequest);
  }
}
for (const { gateway } of each) await gateway.stop();
await stopProgram(upstream);
await postgres.close();
collector.close().closeAllConnections();

if (exports === 0) throw new Error("nothing was exported");
console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, medians of ${ROUNDS} interleaved rounds\n`,
);
for (const one of each) {
  const us = median(one.cpuUs).toFixed(0);
  console.log(`  ${one.target.name.padEnd(12)} CPU ${us} us a call, ${addedPercent(one)} % more than without`);
}
if (addedPercent(some) > MOST_PERCENT) {
  throw new Error(`1 % sampling costs ${addedPercent(some)} % of CPU, which is more than ${MOST_PERCENT} %`);
}

/** The median of the rounds' ratios to the process without OpenTelemetry. */
function addedPercent({ cpuUs }: Measured): number {
  const ratios = cpuUs.map((us, index) => us / (off.cpuUs[index] as number));
  return round((median(ratios) - 1) * 100, 1);
}

async function measured(name: string, env: Record<string, string>) {
  const gateway: TestGateway = await startGateway({
    upstream: { url: `http://127.0.0.1:${upstreamPort}` },
    providers: ["openai"],
    env: { NODE_ENV: "production", DATABASE_URL: postgres.url, UPSTREAM_CONNECTIONS: "10000", ...env },
  });
  // A key with a limit, so that every call is reserved for and settled.
  const { key } = await gateway.newKey({ limit: 1_000_000, limit_reset: "monthly" });
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  const target = { name, url: `${gateway.url}/api/v1/chat/completions`, headers, process: { pid: gateway.pid } };
  return { gateway, target, cpuUs: [] as number[] };
}

type Measured = Awaited<ReturnType<typeof measured>>;

function sampling(share: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: share,
    OTEL_METRIC_EXPORT_INTERVAL: "10000",
  };
}
