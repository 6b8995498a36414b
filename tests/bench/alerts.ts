import { mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "#server/data/database.ts";
import { type AlertPlace, DAY_MS } from "#server/jobs/alerts/kinds/kind.ts";
import { findAt } from "#server/jobs/alerts/kinds/kinds.ts";
import { previewRule } from "#server/jobs/alerts/preview-rule.ts";
import { startPostgres } from "#tests/support/databases.ts";
import { startGateway } from "#tests/support/servers/gateway.ts";
import { fillLedger, rollUp } from "./fill-ledger.ts";
import { median, round } from "./numbers.ts";

// Fills PostgreSQL with 30 days of requests, and measures how long the rules that read the most take to be evaluated,
// which happens every minute, and to be previewed.

const { values } = parseArgs({ options: { rows: { type: "string", default: "3000000" } } });
const rows = Number(values.rows);
const ROUNDS = 5;
const now = Date.now();
const from = now - 30 * DAY_MS;

const tagged = { tag: "team:3" };
const RULES = {
  "spend threshold": ["spend_threshold", { interval: "monthly", limit_usd: 1 }],
  "spend threshold of a tag": ["spend_threshold", { interval: "monthly", limit_usd: 1, ...tagged }],
  "spend anomaly": ["spend_anomaly", { factor: 3, hours: 1, minimum_usd: 1 }],
  "spend anomaly of a tag": ["spend_anomaly", { factor: 3, hours: 1, minimum_usd: 1, ...tagged }],
  "error anomaly of an end user": [
    "error_anomaly",
    { factor: 3, hours: 1, minimum_percent: 5, minimum_failures: 20, external_user: "user-9" },
  ],
  "session spend": ["session_spend", { limit_usd: 1 }],
  "session spend of a tag": ["session_spend", { limit_usd: 0.1, ...tagged }],
} as const;

const folder = mkdtempSync(join(tmpdir(), "switchboard-alerts-"));
const server = await startPostgres();
console.log(`${rows} rows over 30 days; ${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}\n`);
try {
  // The first start creates the organization and the workspace.
  await (await startGateway({ folder, env: { DATABASE_URL: server.url } })).stop({ keepFolder: true });
  const database = await openDatabase({ folder, url: server.url });
  await fillLedger(database, rows, { from, to: now });
  await rollUp(database, rows, { from, to: now });
  await database.pool.query("vacuum (analyze) generation");
  const found = await database.pool.query("select id, organization_id from workspace");
  const place = {
    gateway: { database },
    organizationId: found.rows[0].organization_id,
    workspaceId: found.rows[0].id,
    workspaceName: "Default",
    isDefault: true,
    timeZone: "Europe/Berlin",
  } as unknown as AlertPlace;
  for (const [name, [kind, params]] of Object.entries(RULES)) {
    const rule = { kind, params };
    const evaluated = await medianMs(() => findAt(place, rule, [now]));
    const previewed = await medianMs(() => previewRule(place, rule, now));
    console.log(`${name.padEnd(28)} evaluated in ${evaluated} ms, previewed in ${previewed} ms`);
  }
  await database.close();
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function medianMs(run: () => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let count = 0; count < ROUNDS; count++) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return String(round(median(times), 1)).padStart(7);
}
