import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { byokOf, type GenerationRow } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { readTrafficHours } from "#server/data/traffic-hours.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import { DAY, HOUR, isError, NOW, options, rejectedRow, sum, WORKSPACES } from "./rollup-sums.ts";

const [WORKSPACE] = WORKSPACES;
const RANGE = { workspaceId: WORKSPACE, from: NOW - 3 * DAY, to: NOW };

describe.each(databases)("what an alert rule reads in %s", (_, open) => {
  let opened: TestDatabase;
  const ledger: GenerationRow[] = [];

  beforeAll(async () => {
    opened = await open();
    const { pool } = opened.database;
    await ensurePartitions(pool, NOW);
    for (let index = 0; index < 300; index++) {
      const row = index % 10 === 0 ? rejectedRow(`gen-${index}`, index) : randomRow(`gen-${index}`, options);
      ledger.push({
        ...row,
        createdAt: new Date(RANGE.from - HOUR + ((RANGE.to - RANGE.from) / 300) * index),
        tags: [null, ["team:a"], ["team:b", "team:a"]][index % 3] ?? null,
        externalUser: [null, "anna"][index % 2] as string | null,
      });
    }
    await writeRows(pool, ledger.map(columnsOf));
    await updateRollups(opened.database);
  });

  afterAll(() => opened?.close());

  test.each<[object, (row: GenerationRow) => boolean]>([
    [{}, () => true],
    [{ tag: "team:a" }, ({ tags }) => tags?.includes("team:a") ?? false],
    [{ tag: "team:b", externalUser: "anna" }, (row) => row.externalUser === "anna" && !!row.tags?.includes("team:b")],
    [{ externalUser: "anna" }, ({ externalUser }) => externalUser === "anna"],
    [{ tag: "none" }, () => false],
  ])("with the scope %j is the sum of the ledger's rows by hour, to the nano-USD", async (scope, holds) => {
    const hours = await readTrafficHours(opened.database.pool, { ...RANGE, from: hourOf(RANGE.from) }, scope);
    const rows = ledger.filter(
      (row) => row.workspaceId === WORKSPACE && +row.createdAt >= hourOf(RANGE.from) && +row.createdAt < NOW,
    );
    const counted = Map.groupBy(rows.filter(holds), ({ createdAt }) => hourOf(+createdAt));
    const expected = [...counted].map(([atMs, some]) => ({
      atMs,
      requests: some.filter(({ rejection }) => rejection === null).length,
      failed: some.filter((row) => row.rejection === null && isError(row)).length,
      costNanoUsd: sum(some, (row) => row.costNanoUsd - byokOf(row)),
      byokNanoUsd: sum(some, byokOf),
    }));
    const hasCount = ({ requests }: { requests: number }) => requests > 0;
    expect(hours.filter(hasCount)).toEqual(expected.filter(hasCount).sort((a, b) => a.atMs - b.atMs));
  });
});

function hourOf(ms: number): number {
  return Math.floor(ms / HOUR) * HOUR;
}
