import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type GenerationRow, INTERRUPTED } from "#server/data/generations.ts";
import { ensurePartitions } from "#server/data/partitions.ts";
import { updateRollups } from "#server/data/rollups.ts";
import { removeJournal } from "#server/ledger/journal/kept-journals.ts";
import { recoverLedger } from "#server/ledger/journal/recover.ts";
import { writeGroup } from "#server/ledger/journal/write-group.ts";
import type { LimitUse } from "#server/ledger/limits/row-group.ts";
import { databases, type TestDatabase } from "#tests/support/databases.ts";
import { columnsOf, randomRow, recentRows } from "#tests/support/ledger/ledger-rows.ts";

const NOW = Date.parse("2026-04-15T12:34:56Z");
const ROWS = recentRows(3, NOW);
const GUARDING = {
  findings: [
    ...[{ guardrailId: "g", rule: "email", ruleName: "Email", action: "redact", direction: "input", shadow: false }],
  ].map((finding) => ({ ...finding, count: 2 })),
};
const DEAD = 4_000_000;

describe.each(databases)("requests of a dead process, recovered into %s", (_, open) => {
  let opened: TestDatabase;
  let folder: string;
  let made = 0;
  let reported: object[] = [];

  beforeAll(async () => {
    opened = await open();
    await ensurePartitions(opened.database.pool, NOW);
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-recover-"));
    reported = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function row(fields: Partial<GenerationRow> = {}): GenerationRow {
    made += 1;
    const one = randomRow(`gen-${made}`, ROWS);
    return { ...one, keyHash: `key-${made}`, status: 200, isByok: false, guarding: GUARDING, ...fields };
  }

  /** The journal's lines for a request at its start and at its end. */
  function call(costNanoUsd = 7_000) {
    const final = row({ costNanoUsd, error: null, finish: "stop", totalMs: 900 });
    const usage = { input_tokens: 3 };
    const estimate = { usage, costNanoUsd: 30, usageEstimated: true, finish: "error", error: INTERRUPTED, totalMs: 40 };
    return { final, begun: { ...final, ...estimate } };
  }

  const uses = (payerId: string): LimitUse[] => [
    { account: "", periodStart: "", payerKind: "limit", payerId, nanoUsd: 0 },
  ];
  const line = (kind: "row" | "begun", one: GenerationRow, payer = "limit") =>
    `${JSON.stringify({ [kind]: columnsOf(one), uses: uses(payer) })}\n`;
  const journal = (index: number, text: string, processId = "process") =>
    writeFileSync(join(folder, `${DEAD}.${processId}.${index}.jsonl`), text);

  const log = (level: string) => (facts: object, event: string) => void reported.push({ level, event, ...facts });
  function recover(): Promise<number> {
    const { pool } = opened.database;
    return recoverLedger({
      folder,
      processId: "own",
      isAlone: false,
      nowMs: Date.now(),
      write: (group) => writeGroup(pool, group),
      retire: removeJournal,
      log: { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") },
    });
  }

  const query = async (text: string, ...values: unknown[]) => (await opened.database.pool.query(text, values)).rows;
  const rowOf = async ({ id }: GenerationRow) =>
    (await query("select cost_nano_usd, error, usage_estimated, finish from generation where id = $1", id))[0];
  const spent = (kind: string, id: string) =>
    query("select cost_nano_usd, requests from spend where payer_kind = $1 and payer_id = $2", kind, id);

  async function expectCounted(one: GenerationRow, payer: string): Promise<void> {
    const { costNanoUsd, keyHash } = one;
    const counted = [{ cost_nano_usd: costNanoUsd, requests: 1 }];
    expect(await rowOf(one)).toMatchObject({ cost_nano_usd: costNanoUsd, error: one.error });
    expect(await spent("key", keyHash as string)).toEqual(counted);
    expect(await spent("limit", payer)).toEqual(counted);
    await updateRollups(opened.database);
    const rows = await query(
      `select span, requests, cost_nano_usd, tokens_completion, total_ms, status_class, total_histogram
       from rollup join rollup_series on series_id = rollup_series.id
       where grain = 'full' and key_hash = $1 order by span`,
      keyHash,
    );
    const { output_tokens = 0 } = one.usage as { output_tokens?: number };
    expect(rows.map(({ span }) => span)).toEqual(["day", "hour", "minute"]);
    for (const { span: _span, total_histogram: histogram, ...row } of rows) {
      const status_class = one.error ? "cut" : "ok";
      const sums = { requests: 1, cost_nano_usd: costNanoUsd, tokens_completion: output_tokens, total_ms: one.totalMs };
      expect(row).toEqual({ ...sums, status_class });
      expect(histogram).toHaveLength(1);
    }
  }

  test("the final row wins, whichever file contains it", async () => {
    const [early, late, tenth] = [call(), call(), call()];
    journal(1, line("begun", early.begun, "a") + line("row", late.final, "b"));
    journal(2, line("row", early.final, "a") + line("begun", late.begun, "b") + line("begun", tenth.begun, "c"));
    journal(10, line("row", tenth.final, "c"));
    expect(await recover()).toBe(3);
    for (const [one, payer] of [
      [early, "a"],
      [late, "b"],
      [tenth, "c"],
    ] as const)
      await expectCounted(one.final, payer);
    expect(readdirSync(folder)).toEqual([]);
  });

  test("the final row replaces an earlier written and aggregated estimate once", async () => {
    const { begun, final } = call();
    const hits = () =>
      query("select sum(calls)::int as calls, sum(matches)::int as matches from guardrail_hit where span = 'day'");
    const [before] = await hits();
    journal(0, line("begun", begun, "d"));
    await recover();
    await expectCounted(begun, "d");
    for (let again = 0; again < 2; again++) {
      journal(1, line("row", final, "d") + line("row", call().final, `other-${again}`));
      await recover();
      await expectCounted(final, "d");
    }
    journal(2, line("begun", begun, "d"));
    await recover();
    await expectCounted(final, "d");
    const [after] = await hits();
    expect(after.calls - before.calls).toBe(3);
    expect(after.matches - before.matches).toBe(6);
  });

  test("an unfinished request is recorded as an estimate, and the later of two estimates wins", async () => {
    const { begun } = call();
    const later = { ...begun, costNanoUsd: 60, totalMs: 80 };
    journal(0, line("begun", later, "e"));
    await recover();
    journal(0, line("begun", begun, "e"));
    await recover();
    await expectCounted(later, "e");
    const latest = { ...begun, costNanoUsd: 90, totalMs: 100 };
    journal(0, line("begun", latest, "e"));
    await recover();
    await expectCounted(latest, "e");
  });

  test("the last checkpoint of a request is recovered, whichever file contains it", async () => {
    const { begun, final } = call();
    const other = call();
    const step = (id: string, cost_nano_usd: number) =>
      `${JSON.stringify({ step: { id, cost_nano_usd, usage: { output_tokens: cost_nano_usd }, total_ms: cost_nano_usd } })}\n`;
    journal(0, line("begun", begun, "i") + step(begun.id, 200) + line("begun", other.begun, "j"));
    journal(1, line("begun", begun, "i") + step("nobody", 1) + step(begun.id, 300) + line("row", other.final, "j"));
    journal(2, line("begun", begun, "i") + step(other.final.id, 9_999));
    expect(await recover()).toBe(2);
    await expectCounted({ ...begun, costNanoUsd: 300, usage: { output_tokens: 300 }, totalMs: 300 }, "i");
    await expectCounted(other.final, "j");
    journal(3, line("row", final, "i"));
    await recover();
    await expectCounted(final, "i");
  });

  test("invalid lines are reported and set aside, and every valid request is counted", async () => {
    const [one, two, three] = [call(), call(), call()];
    const refused = { ...call().final, organizationId: "nobody" };
    const noise = ["not JSON", "null", '{"row":{"id":"x"},"uses":[]}', "[1]", '{"row":', "\uFFFD\u0001\u0002", "{}"];
    const torn = line("row", call().final).slice(0, 100);
    journal(0, line("begun", one.begun, "f") + noise.map((text) => `${text}\n`).join("") + line("row", one.final, "f"));
    journal(
      1,
      `\n\n\0\0\0\0${line("row", two.final, "g")}${line("row", refused)}${line("row", three.final, "h")}${torn}`,
    );
    mkdirSync(join(folder, `${DEAD}.folder.0.jsonl`));
    writeFileSync(join(folder, "notes.jsonl"), "nobody's");
    expect(await recover()).toBe(4);
    for (const [{ final }, payer] of [
      [one, "f"],
      [two, "g"],
      [three, "h"],
    ] as const)
      await expectCounted(final, payer);
    const named = reported.filter((facts) => "line" in facts);
    expect(named).toMatchObject(
      noise.map((_text, index) => ({ level: "warn", file: `${DEAD}.process.0.jsonl`, line: index + 2 })),
    );
    const aside = readFileSync(join(folder, "process.rejected"), "utf8");
    expect(aside).toContain("not JSON\n");
    expect(aside).toContain(refused.id);
    expect(JSON.stringify(reported)).not.toContain("not JSON");
    expect(readdirSync(folder).sort()).toEqual([`${DEAD}.folder.0.jsonl`, "notes.jsonl", "process.rejected"]);
  });

  test("older files of a live process stay, however long they have been idle", async () => {
    const { begun } = call();
    // The parent process of the test is running.
    const name = (index: number) => `${process.ppid}.alive.${index}.jsonl`;
    writeFileSync(join(folder, name(0)), line("begun", begun));
    writeFileSync(join(folder, name(1)), line("begun", begun));
    utimesSync(join(folder, name(0)), 1, 1);
    expect(await recover()).toBe(0);
    utimesSync(join(folder, name(1)), 1, 1);
    expect(await recover()).toBe(1);
  });
});
