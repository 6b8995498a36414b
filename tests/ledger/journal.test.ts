import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RecordGroup } from "#server/data/generations.ts";
import { openJournal } from "#server/ledger/journal/journal.ts";
import { createLedger, type Ledger } from "#server/ledger/ledger.ts";
import { createLog } from "#server/log.ts";
import { type RandomRows, randomRow, seededRandom } from "#tests/support/ledger-rows.ts";

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
    journal: openJournal(folder, "process"),
    processId: "process",
    log: createLog("silent"),
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function lines(): { row?: { id: string }; begun?: { id: string } }[] {
  ledger.keep();
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  return files.flatMap((file) => file.split("\n").filter(Boolean)).map((line) => JSON.parse(line));
}

async function record(from: number, to: number): Promise<void> {
  for (let id = from; id < to; id++) ledger.record(randomRow(`call-${id}`, ROWS));
  await ledger.flush();
}

test("an idle journal is empty, whatever has gone by", async () => {
  ledger.begin(randomRow("call-0", ROWS), []);
  await record(0, 10);
  expect(lines()).toEqual([]);
  expect(JSON.parse(written[0]?.rowsJson ?? "[]")).toHaveLength(10);
});

test("the calls under way are written again only when as many lines have come, and are never missing", async () => {
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

test("how far a call is stands in the journal within half a second, once, and in each new file", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let tokens = 0;
  ledger.begin(randomRow("open-0", ROWS), [], () => {
    tokens += 1;
    if (tokens > 2) resolve();
    const progress = { usage: { output_tokens: tokens }, costNanoUsd: tokens, priceIds: [], unpriced: [], totalMs: 1 };
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
