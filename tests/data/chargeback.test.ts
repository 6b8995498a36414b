import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ActivityRow, readActivity } from "#server/data/activity.ts";
import { type Charge, readCharges, type Sums } from "#server/data/chargeback.ts";
import { byokOf, type GenerationRow } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { readEndpointCharges, readTagCharges } from "#server/data/tag-charges.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, writeRows } from "#tests/support/ledger/ledger-rows.ts";
import { DAY, NOW, ORGANIZATION, options, rejectedRow, WORKSPACES } from "./rollup-sums.ts";

const MARCH = { from: Date.parse("2026-03-01T00:00:00Z"), to: Date.parse("2026-04-01T00:00:00Z") };
const TAGS = [null, ["team:a"], ["team:a", "env:b"], ["env:b", "team:a"], null];
const FILTER = { workspaceIds: WORKSPACES, ...MARCH };

describe.each(databases)("the charges of a month in %s", (_, open) => {
  let opened: TestDatabase;
  const ledger: GenerationRow[] = [];
  const inMarch = () => ledger.filter(({ createdAt }) => +createdAt >= MARCH.from && +createdAt < MARCH.to);

  beforeAll(async () => {
    opened = await open();
    const { pool } = opened.database;
    await pool.query("insert into organization (id, name, slug) values ($1, 'Example', 'example')", [ORGANIZATION]);
    for (const [index, id] of WORKSPACES.entries()) {
      const values = [id, ORGANIZATION, `Team ${index}`, `team-${index}`];
      await pool.query("insert into workspace (id, organization_id, name, slug) values ($1, $2, $3, $4)", values);
    }
    for (const month of [0, 1, 2]) await ensurePartitions(pool, NOW - month * 31 * DAY);
    ledger.push(
      ...Array.from({ length: 400 }, (_, index) => ({
        ...randomRow(`gen-${index}`, options),
        tags: TAGS[index % 5] ?? null,
      })),
    );
    // At the month's edges, more than a double can count, and with a part that BYOK paid.
    const edges = [MARCH.from, MARCH.from - 1, MARCH.to - 1, MARCH.to];
    for (const at of edges)
      ledger.push({ ...randomRow(`edge-${at}`, options), createdAt: new Date(at), costNanoUsd: 3 });
    const large = { isByok: true, costNanoUsd: 9_007_199_254_740_991, byokNanoUsd: 9_007_199_254_740_990 };
    for (const id of ["large-1", "large-2"])
      ledger.push({
        ...randomRow(id, options),
        ...large,
        tags: ["team:a", "large"],
        createdAt: new Date(MARCH.from + DAY),
      });
    await writeRows(pool, ledger.map(columnsOf));
    await writeRows(
      pool,
      Array.from({ length: 20 }, (_, index) => columnsOf(rejectedRow(`rejected-${index}`, index))),
    );
    await updateRollups(opened.database);
  });

  afterAll(() => opened?.close());

  test("are the sums of the ledger's rows for each workspace, user and key, to the nano-USD", async () => {
    const charges = await readCharges(opened.database.pool, FILTER);
    const expected = Map.groupBy(inMarch(), (row) => `${row.workspaceId} ${row.userId} ${row.keyHash}`);
    expect(new Map(charges.map((charge) => [payerOf(charge), sumsOf([charge])]))).toEqual(
      new Map([...expected].map(([payer, rows]) => [payer, ledgerSums(rows)])),
    );
    expect(sumsOf(charges).byok).toBeGreaterThan(BigInt(Number.MAX_SAFE_INTEGER));
  });

  test("by model endpoint and day add up to the same", async () => {
    const { pool } = opened.database;
    const whole = await readCharges(pool, FILTER);
    const parts = await readEndpointCharges(pool, FILTER);
    expect(sumsOf(parts)).toEqual(sumsOf(whole));
    const days = [];
    for (let from = MARCH.from; from < MARCH.to; from += DAY)
      days.push(...(await readEndpointCharges(pool, { ...FILTER, from, to: from + DAY })));
    expect(sumsOf(days)).toEqual(sumsOf(whole));
    expect(new Set(parts.map(({ modelEndpoint }) => modelEndpoint)).size).toBeGreaterThan(3);
  });

  test("by tag are the sums of the rows that have it, to the nano-USD, and the rest has no tag", async () => {
    const charges = await readTagCharges(opened.database.pool, FILTER);
    const tagged = inMarch().flatMap((row) => (row.tags ?? [null]).map((tag) => ({ row, tag })));
    const expected = Map.groupBy(tagged, ({ row, tag }) => `${row.workspaceId} ${tag}`);
    expect(new Map(charges.map((charge) => [`${charge.workspaceId} ${charge.tag}`, sumsOf([charge])]))).toEqual(
      new Map([...expected].map(([name, found]) => [name, ledgerSums(found.map(({ row }) => row))])),
    );
    expect(sumsOf(charges).cost).toBeGreaterThan(ledgerSums(inMarch()).cost);
  });

  test("by set of tags count each row once, whatever the order of its tags", async () => {
    const parts = await readEndpointCharges(opened.database.pool, FILTER);
    const expected = Map.groupBy(inMarch(), ({ tags }) => tags?.toSorted().join() ?? null);
    const found = Map.groupBy(parts, ({ tags }) => tags?.join() ?? null);
    expect(new Map([...found].map(([name, charges]) => [name, sumsOf(charges)]))).toEqual(
      new Map([...expected].map(([name, rows]) => [name, ledgerSums(rows)])),
    );
    expect([...found.keys()].sort()).toEqual(["env:b,team:a", "large,team:a", null, "team:a"].sort());
  });

  test("by tag leave out rows that the roll-ups do not count yet", async () => {
    const { pool } = opened.database;
    const before = await readTagCharges(pool, FILTER);
    const late = { ...randomRow("late", options), tags: ["team:a"], createdAt: new Date(MARCH.from), costNanoUsd: 7 };
    await writeRows(pool, [columnsOf(late)]);
    expect(await readTagCharges(pool, FILTER)).toEqual(before);
    ledger.push(late);
    await updateRollups(opened.database);
    expect(sumsOf(await readEndpointCharges(pool, FILTER))).toEqual(ledgerSums(inMarch()));
  });

  test("equal Activity's totals of the same days", async () => {
    const { pool } = opened.database;
    const [, team] = WORKSPACES;
    const workspaceIds = [team];
    const charges = await readCharges(pool, { ...FILTER, workspaceIds });
    const rows = await readActivity(pool, { ...MARCH, workspaceIds, byWorkspace: false });
    const total = (of: keyof ActivityRow) => rows.reduce((sum, row) => sum + BigInt(row[of] as number), 0n);
    expect(sumsOf(charges)).toEqual({
      requests: Number(total("requests")),
      cost: total("costNanoUsd"),
      byok: total("byokNanoUsd"),
    });
  });

  test("of one user contain nobody else's", async () => {
    const userId = ledger[0]?.userId as string;
    const charges = await readCharges(opened.database.pool, { ...FILTER, userId });
    expect(new Set(charges.map((charge) => charge.userId))).toEqual(new Set([userId]));
    expect(sumsOf(charges)).toEqual(ledgerSums(inMarch().filter((row) => row.userId === userId)));
  });
});

function payerOf({ workspaceId, userId, keyHash }: Charge): string {
  return `${workspaceId} ${userId} ${keyHash}`;
}

function sumsOf(charges: readonly Sums[]) {
  return {
    requests: charges.reduce((sum, { requests }) => sum + requests, 0),
    cost: charges.reduce((sum, { costNanoUsd }) => sum + costNanoUsd, 0n),
    byok: charges.reduce((sum, { byokNanoUsd }) => sum + byokNanoUsd, 0n),
  };
}

function ledgerSums(rows: readonly GenerationRow[]) {
  return {
    requests: rows.length,
    cost: rows.reduce((sum, row) => sum + BigInt(row.costNanoUsd - byokOf(row)), 0n),
    byok: rows.reduce((sum, row) => sum + BigInt(byokOf(row)), 0n),
  };
}
