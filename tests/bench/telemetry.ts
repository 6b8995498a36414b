import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { cpus } from "node:os";
import { openSetting } from "./growth/setting.ts";
import { median, round } from "./numbers.ts";
import { measureRequests } from "./requests.ts";
import type { Target } from "./target.ts";

// Measures what OpenTelemetry costs a request: the CPU time of a process without it, of one that samples 1% and of one
// that samples everything, in turn in each round, with the same upstream. A second process without it shows the
// measurement's error. The collector runs in this process, outside of all of them. Needs a build.

const CONNECTIONS = 16;
const ROUNDS = 8;
const WARM_MS = 10_000;
const MEASURE_MS = 3_000;
/** Largest overhead at 1% sampling. */
const MAX_PERCENT = 5;

let exports = 0;
const collector = createServer((request, response) => {
  exports += 1;
  request.resume().on("end", () => response.end());
});
await new Promise<void>((listening) => collector.listen(0, "127.0.0.1", listening));
const { port: collectorPort } = collector.address() as AddressInfo;
const setting = await openSetting();

const off = await startMeasured("off", {});
const onePercent = await startMeasured("1% sampled", samplingVariables("0.01"));
const all = await startMeasured("all sampled", samplingVariables("1"));
const offAgain = await startMeasured("off again", {});
const targets = [off, onePercent, all, offAgain];

for (const { target } of targets) await measureRequests(target, CONNECTIONS, WARM_MS);
for (let index = 0; index < ROUNDS; index++) {
  // Each round starts with a different target, so that none always follows the same one.
  for (const at of targets.keys()) {
    const { target, cpuUs } = targets[(at + index) % targets.length] as Measured;
    cpuUs.push((await measureRequests(target, CONNECTIONS, MEASURE_MS)).cpuUsPerRequest);
  }
}
await setting.close();
collector.close().closeAllConnections();

if (exports === 0) throw new Error("nothing was exported");
console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, medians of ${ROUNDS} interleaved rounds\n`,
);
for (const one of targets) {
  const us = median(one.cpuUs).toFixed(0);
  console.log(`  ${one.target.name.padEnd(12)} CPU ${us} us a call, ${addedPercent(one)}% more than without`);
}
if (addedPercent(onePercent) > MAX_PERCENT) {
  throw new Error(`1% sampling costs ${addedPercent(onePercent)}% of CPU, which is more than ${MAX_PERCENT}%`);
}

/** Returns the median of the rounds' overheads over the process without OpenTelemetry, in percent. */
function addedPercent({ cpuUs }: Measured): number {
  const ratios = cpuUs.map((us, index) => us / (off.cpuUs[index] as number));
  return round((median(ratios) - 1) * 100, 1);
}

/** The key has a limit, so that every request is reserved for and settled. */
async function startMeasured(name: string, env: Record<string, string>): Promise<Measured> {
  return { target: { ...(await setting.start(env)), name }, cpuUs: [] };
}

type Measured = { target: Target; cpuUs: number[] };

function samplingVariables(share: string): Record<string, string> {
  return {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collectorPort}`,
    OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
    OTEL_TRACES_SAMPLER_ARG: share,
    OTEL_METRIC_EXPORT_INTERVAL: "10000",
  };
}
