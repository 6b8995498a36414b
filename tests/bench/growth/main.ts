import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { measureKeys } from "./keys.ts";
import { measureLedger } from "./ledger.ts";
import { measureOpenStreams, measureSteadyMemory } from "./memory.ts";
import { measureProcesses } from "./processes.ts";
import { openSetting, type Setting } from "./setting.ts";

// Measures what grows with the number of keys, ledger rows, processes and open streams, and over time. CPU per request
// says more than requests per second, because the database, the upstream and the load generator share the cores.
// `--only ledger` measures one part.

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    rows: { type: "string", default: "10000,1000000" },
    streams: { type: "string", default: "1000,10000" },
    minutes: { type: "string", default: "30" },
    "no-rollups": { type: "boolean", default: false },
  },
});
const numbers = (list: string) => list.split(",").map(Number);

const parts: Record<string, ((setting: Setting) => Promise<void>)[]> = {
  keys: [measureKeys],
  processes: [measureProcesses],
  streams: [(setting) => measureOpenStreams(setting, numbers(values.streams))],
  ledger: numbers(values.rows).map((rows) => (setting) => measureLedger(setting, rows, !values["no-rollups"])),
  memory: [(setting) => measureSteadyMemory(setting, Number(values.minutes))],
};
if (values.only && !parts[values.only]) throw new Error(`--only takes one of ${Object.keys(parts).join(", ")}`);

console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
for (const [name, measurements] of Object.entries(parts)) {
  if (values.only && name !== values.only) continue;
  for (const measure of measurements) {
    const setting = await openSetting();
    try {
      await measure(setting);
    } finally {
      await setting.close();
    }
  }
}
console.log(
  `load of the machine at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`,
);
