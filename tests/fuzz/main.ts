import { parseArgs } from "node:util";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { startUpstream } from "#tests/support/upstream/upstream.ts";
import { describeFinding } from "./describe-finding.ts";
import { fuzz } from "./run.ts";

// `npm run fuzz -- --requests 20000 --seed 7` sends that many requests and prints the findings.

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    statuses: { type: "boolean", default: false },
  },
});
const print = (line: string) => process.stdout.write(`${line}\n`);
const seed = Number(values.seed);
const upstream = await startUpstream();
const gateway = await startGateway({ upstream });
const result = await fuzz(gateway, {
  seed,
  from: Number(values.from),
  requests: Number(values.requests),
  report: (sent) => process.stderr.write(`${sent} sent\n`),
});
for (const finding of result.findings) print(describeFinding(seed, finding));
const logged = gateway
  .output()
  .split("\n")
  .filter((line) => /request failed|uncaught error/.test(line));
for (const line of logged.slice(0, 50)) print(line.slice(0, 2000));
if (values.statuses) for (const [name, count] of [...result.statuses].sort()) print(`${count}\t${name}`);
print(`${result.findings.length} findings, memory grew by ${Math.round(result.grownBytes / 2 ** 20)} MiB`);
await gateway.stop();
await upstream.close();
process.exit(result.findings.length + logged.length > 0 ? 1 : 0);
