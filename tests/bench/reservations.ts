import { cpus } from "node:os";
import { acquireLease, returnLeases } from "#server/data/leases.ts";
import { createLeases, type Leases } from "#server/ledger/limits/leases.ts";
import type { Limit } from "#server/ledger/limits/limit.ts";
import { reserve, spentBy } from "#server/ledger/limits/limits.ts";
import { databases } from "#tests/support/databases.ts";
import { median, round } from "./numbers.ts";

// Measures what reserving and settling costs a request, and how that grows with the number of keys with limits. A key's
// first request takes a lease from the database; later requests are served from memory.

const KEYS = [1, 10, 100, 1_000, 10_000];
const CALLS = 200_000;
const ROUNDS = 5;
const COST_NANO_USD = 1_000;
const PARTS = 8;

type Row = { keys: number; firstUs: number; nextUs: number };
const result: Record<string, Row[]> = {};

console.log(
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, medians of ${ROUNDS} rounds of ${CALLS}\n`,
);
for (const [name, open] of databases) {
  const { database, close } = await open();
  const rows: Row[] = [];
  for (const keys of KEYS) {
    const processId = crypto.randomUUID();
    const leases = createLeases(
      {
        acquire: (request) => acquireLease(database.pool, processId, request),
        giveBack: (rest) => returnLeases(database.pool, processId, rest),
        askBack: async () => undefined,
        handOver: async () => undefined,
      },
      { parts: PARTS, now: Date.now },
    );
    rows.push(await measure(leases, keys));
  }
  await close();
  result[name] = rows;
  console.log(name);
  console.table(rows);
}
console.log(JSON.stringify(result));

async function measure(leases: Leases, keys: number): Promise<Row> {
  const limits = Array.from({ length: keys }, (_, index) => limitsOf(`${keys}-${index}`));
  const startedMs = performance.now();
  for (const own of limits)
    (await reserve(leases, own, COST_NANO_USD, Date.now())).settle(spentBy(COST_NANO_USD / 2, false));
  const firstUs = ((performance.now() - startedMs) * 1000) / keys;
  const rounds: number[] = [];
  for (let index = 0; index < ROUNDS; index++) rounds.push(await measureNextUs(leases, limits));
  return { keys, firstUs: round(firstUs), nextUs: round(median(rounds)) };
}

/** Returns the microseconds per request if this process already holds a lease. */
async function measureNextUs(leases: Leases, limits: Limit[][]): Promise<number> {
  const startedMs = performance.now();
  for (let call = 0; call < CALLS; call++) {
    const reserved = reserve(leases, limits[call % limits.length] as Limit[], COST_NANO_USD, Date.now());
    // As in the pipeline, await the reservation only if it is not available at once.
    const reservation = reserved instanceof Promise ? await reserved : reserved;
    reservation.settle(spentBy(COST_NANO_USD / 2, false));
  }
  return ((performance.now() - startedMs) * 1000) / CALLS;
}

/** Returns a key's own limit and one budget that all keys share. */
function limitsOf(id: string): Limit[] {
  const terms = { nanoUsd: 1e15, interval: "monthly", includeByok: false } as const;
  return [
    { ...terms, account: `key:${id}`, title: "the key's limit", payerKind: "limit", payerId: id },
    { ...terms, account: "budget:shared", title: "the workspace's budget", payerKind: "workspace", payerId: "shared" },
  ];
}
