import { parseArgs } from "node:util";
import { openDatabase } from "#server/data/database.ts";
import { databaseOptions } from "#server/data/database-options.ts";
import { readEnvironment } from "#server/env.ts";
import { type Difference, verifyDay } from "./verify.ts";

// Runs `npm run ledger -- verify [--day YYYY-MM-DD]`: exits with 1 if a row's cost differs from the recomputed cost.

const USAGE = "Usage: npm run ledger -- verify [--day YYYY-MM-DD]   (UTC, default: today)";
const MOST_SHOWN = 50;

const say = (line: string) => process.stdout.write(`${line}\n`);
await run().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { day: { type: "string" } } });
  const day = values.day ?? new Date().toISOString().slice(0, 10);
  if (positionals[0] !== "verify" || !isDay(day)) throw new Error(USAGE);
  const environment = readEnvironment(process.env);
  const database = await openDatabase(databaseOptions(environment));
  try {
    const { rows, costNanoUsd, differences } = await verifyDay(database.queries, day);
    for (const difference of differences.slice(0, MOST_SHOWN)) say(sentence(difference));
    say(`${day}: ${rows} rows, ${costNanoUsd} nano-USD; ${differences.length} differ.`);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await database.close();
  }
}

function isDay(day: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(`${day}T00:00:00Z`));
}

function sentence({ id, recordedNanoUsd, nanoUsd, missing }: Difference): string {
  const why = missing.length > 0 ? `, price rows not found: ${missing.join(", ")}` : "";
  return `${id}: recorded ${recordedNanoUsd}, recomputed ${nanoUsd} nano-USD${why}`;
}
