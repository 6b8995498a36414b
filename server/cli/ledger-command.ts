import type { Database } from "#server/data/database.ts";
import { type Difference, verifyDay } from "#server/ledger/verify.ts";
import { printLine, runCommand } from "./run-command.ts";
import { withDatabase } from "./with-database.ts";

// Runs `npm run ledger -- verify [--day YYYY-MM-DD]`: exits with 1 if a row's cost differs from the recomputed cost.

const USAGE = "Usage: npm run ledger -- verify [--day YYYY-MM-DD]   (UTC, default: today)";
const MOST_SHOWN = 50;

await runCommand({
  usage: USAGE,
  options: { day: { type: "string" } },
  choose({ positionals: [command, ...others], values: { day = new Date().toISOString().slice(0, 10) } }) {
    if (command !== "verify" || others.length > 0 || !isDay(day)) return undefined;
    return () => withDatabase((database) => verify(database, day));
  },
});

async function verify(database: Database, day: string): Promise<void> {
  const { rows, costNanoUsd, differences } = await verifyDay(database.queries, day);
  for (const difference of differences.slice(0, MOST_SHOWN)) printLine(sentence(difference));
  printLine(`${day}: ${rows} rows, ${costNanoUsd} nano-USD; ${differences.length} differ.`);
  if (differences.length > 0) process.exitCode = 1;
}

function isDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
}

function sentence({ id, recordedNanoUsd, nanoUsd, missing }: Difference): string {
  const why = missing.length > 0 ? `, price rows not found: ${missing.join(", ")}` : "";
  return `${id}: recorded ${recordedNanoUsd}, recomputed ${nanoUsd} nano-USD${why}`;
}
