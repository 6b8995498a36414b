import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { rangeBefore, rangeEndingNow } from "#components/charts/time/time-range.ts";
import { overviewQueries } from "#components/overview/overview-queries.ts";
import { openDatabase } from "#server/data/database.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { startGateway, type TestGateway } from "#tests/support/servers/gateway.ts";
import { fillLedger, rollUp } from "./fill-ledger.ts";
import { percentile, round } from "./numbers.ts";

// Fills a ledger with 90 days, rolls it up, and measures the queries of the console's overview over HTTP.

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    database: { type: "string", default: "embedded" },
    rounds: { type: "string", default: "15" },
  },
});
const rows = Number(values.rows);
const DAY_MS = 86_400_000;
const now = Date.now();
const from = now - 90 * DAY_MS;

const isEmbedded = values.database === "embedded";
const folder = mkdtempSync(join(tmpdir(), "switchboard-ledger-"));
const server = isEmbedded ? undefined : await startPostgres();
console.log(
  `${rows} rows over 90 days on ${values.database}; ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}\n`,
);
try {
  const env: Record<string, string> = server ? { DATABASE_URL: server.url } : {};
  // The first start creates the organization and the workspace.
  await (await startGateway({ folder, env })).stop({ keepFolder: true });
  const database = await openDatabase({ folder, ...(server && { url: server.url }) });
  await fillLedger(database, rows, { from, to: now });
  await rollUp(database, rows, { from, to: now });
  await database.close();
  const gateway = await startGateway({ folder, env });
  await measure(gateway);
  await gateway.stop({ keepFolder: true });
} finally {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(gateway: TestGateway): Promise<void> {
  const ranges = { "24h": "hour", "7d": "hour", "30d": "day" } as const;
  const all: number[] = [];
  for (const [name, granularity] of Object.entries(ranges) as [keyof typeof ranges, "hour" | "day"][]) {
    const range = rangeEndingNow(name, now);
    const queries = overviewQueries(range, rangeBefore(range), granularity, "model");
    for (const [label, body] of Object.entries(queries)) {
      const times: number[] = [];
      for (let round = 0; round < Number(values.rounds); round++) {
        const start = performance.now();
        const response = await gateway.call("POST", "/analytics/query", body);
        if (response.status !== 200) throw new Error(JSON.stringify(response.body));
        times.push(performance.now() - start);
      }
      all.push(...times);
      console.log(`${name.padEnd(4)} ${label.padEnd(10)} p50 ${ms(times, 50)}  p95 ${ms(times, 95)} ms`);
    }
  }
  console.log(`\nall overview queries: p50 ${ms(all, 50)} ms, p95 ${ms(all, 95)} ms, slowest ${ms(all, 100)} ms`);
}

function ms(times: number[], share: number): string {
  return String(round(percentile(times, share), 1)).padStart(7);
}
