import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RecordGroup } from "#server/data/generations.ts";
import { databaseUnavailable } from "#server/errors.ts";
import { openJournal } from "#server/ledger/journal/journal.ts";
import { removeJournal } from "#server/ledger/journal/kept-journals.ts";
import { createLedger, type Ledger } from "#server/ledger/ledger.ts";
import { createLog } from "#server/log.ts";
import { type RandomRows, randomRow } from "#tests/support/ledger/ledger-rows.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

const ROWS: RandomRows = {
  random: seededRandom(1),
  organizationId: "organization",
  workspaceIds: ["workspace"],
  keys: 3,
  models: 3,
  from: Date.UTC(2026, 10, 1),
  to: Date.UTC(2026, 10, 2),
};

let folder: string;
let written: RecordGroup[];
let ledger: Ledger;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-journal-"));
  written = [];
  const write = async (group: RecordGroup) => void written.push(group);
  ledger = createLedger({
    write,
    journal: openJournal(folder, "process", { retire: removeJournal }),
    processId: "process",
    log: createLog("silent"),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The files of the journal, without the reserve for a full disk. */
function journals(): string[] {
  return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
}

function lines(): { row?: { id: string }; begun?: { id: string } }[] {
  ledger.keep();
  const files = journals().map((name) => readFileSync(join(folder, name), "utf8"));
  return files.flatMap((file) => file.split("\n").filter(Boolean)).map((line) => JSON.parse(line));
}

async function record(from: number, to: number): Promise<void> {
  for (let id = from; id < to; id++) ledger.record(randomRow(`call-${id}`, ROWS));
  await ledger.flush();
}

test("an idle journal is empty, whatever it held before", async () => {
  ledger.begin(randomRow("call-0", ROWS), []);
  await record(0, 10);
  expect(lines()).toEqual([]);
  expect(JSON.parse(written[0]?.rowsJson ?? "[]")).toHaveLength(10);
});

test("requests in progress are rewritten after as many new lines and are never missing", async () => {
  const open = Array.from({ length: 100 }, (_, index) => `open-${index}`);
  for (const id of open) ledger.begin(randomRow(id, ROWS), []);
  await record(0, 1);
  expect(lines().map(({ begun }) => begun?.id)).toEqual(open);
  await record(1, 60);
  expect(lines()).toHaveLength(159);
  await record(60, 120);
  expect(lines().map(({ begun }) => begun?.id)).toEqual(open);
  expect(ledger.state()).toEqual({ begunCalls: 100, unwrittenCalls: 0, failedWrites: 0 });
});

test("a request's progress is in the journal within half a second, and in each new file", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let tokens = 0;
  ledger.begin(randomRow("open-0", ROWS), [], () => {
    tokens += 1;
    if (tokens > 2) resolve();
    const progress = {
      usage: { output_tokens: tokens },
      costNanoUsd: tokens,
      byokNanoUsd: null,
      priceIds: [],
      unpriced: [],
      totalMs: 1,
    };
    return tokens > 2 ? undefined : progress;
  });
  await promise;
  const said = () => lines() as { begun?: { id: string }; step?: { id: string; cost_nano_usd: number } }[];
  expect(said().map(({ step }) => step?.cost_nano_usd)).toEqual([undefined, 1, 2]);
  await record(0, 10);
  expect(said().map(({ begun, step }) => begun?.id ?? step)).toMatchObject([
    "open-0",
    { id: "open-0", cost_nano_usd: 2 },
  ]);
});

test("requests of a long outage are held only in the journal and written once when it ends", async () => {
  let isDown = true;
  const ids: string[] = [];
  const write = async ({ rowsJson }: RecordGroup) => {
    if (isDown) throw databaseUnavailable();
    ids.push(...JSON.parse(rowsJson).map(({ id }: { id: string }) => id));
  };
  const held = createLedger({
    write,
    journal: openJournal(folder, "spilling", { retire: removeJournal }),
    processId: "spilling",
    log: createLog("silent"),
    mostHeldBytes: 1,
  });
  held.begin(randomRow("open", ROWS), []);
  const names = Array.from({ length: 2_100 }, (_, index) => `call-${index}`);
  for (const id of names) held.record(randomRow(id, ROWS));
  held.keep();
  expect(held.state().unwrittenCalls).toBe(names.length);
  isDown = false;
  await held.flush();
  expect(ids).toEqual(names);
  expect(held.state()).toMatchObject({ begunCalls: 1, unwrittenCalls: 0 });
  held.record(randomRow("open", ROWS));
  await held.flush();
  expect(ids.at(-1)).toBe("open");
});
