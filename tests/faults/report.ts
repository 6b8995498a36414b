import { cpus } from "node:os";
import type { CallLine } from "./call-table.ts";
import type { FlapLine } from "./flapping.ts";
import type { KillLine } from "./kill-rounds.ts";
import type { LedgerCheck } from "./ledger-check.ts";
import type { OutageLine } from "./outages.ts";

export type Results = { calls: CallLine[]; flapping: FlapLine[]; kills: KillLine[]; outages: OutageLine[] };

const INTRODUCTION = `# What happens when something fails

Written by \`npm run faults\`; do not edit. It makes the requests below against two processes of this version, a fake upstream that fails as described, and real PostgreSQL and Redis servers.

- **pass**: the caller gets what the scenario allows at best.
- **partial**: the caller gets a response, but an advisory check failed (named).
- **safe**: the caller gets an error in time, and nothing incomplete looks finished.
- **fail**: anything else.

The scenarios are those of the public [Failover Bench](https://github.com/failoverbench/failoverbench) catalogue, at a tenth of its times where they are ours to choose. Each request names a second model as its fallback. A response that was resumed has a row for each part, and both are charged.`;

/** Returns the report as Markdown. */
export function reportOf({ calls, flapping, kills, outages }: Results): string {
  return [
    INTRODUCTION,
    `Measured with Node ${process.version} on ${cpus().length} CPUs.`,
    `## Summary\n\n${summaryOf(calls)}`,
    `## S15: a provider that fails for a minute\n\n${flapTable(flapping)}`,
    `## Processes that are killed under load\n\n${ledgerTable(["Database", "Kills", "Other outcomes"], kills, ({ database, kills, others }) => [database, kills, others])}`,
    `## Databases that fail under load\n\n${ledgerTable(["Failure, 10 s", "Other outcomes"], outages, ({ outage, others }) => [outage, others])}`,
    ...scenariosOf(calls),
  ]
    .join("\n\n")
    .concat("\n");
}

/** Returns whether every check passed. */
export function isClean({ calls, flapping, kills, outages }: Results): boolean {
  const isExact = ({ wrong, rowsNanoUsd, chargedNanoUsd }: LedgerCheck) =>
    wrong === 0 && rowsNanoUsd === chargedNanoUsd;
  const passes = calls.every(({ verdict }) => verdict !== "fail") && flapping.every(({ passed }) => passed);
  return passes && [...kills, ...outages].every(isExact);
}

const VERDICTS = ["pass", "partial", "safe", "fail"] as const;

function summaryOf(calls: readonly CallLine[]): string {
  const rows = [...Map.groupBy(calls, ({ scenario }) => scenario)].map(([scenario, lines]) => [
    scenario,
    ...VERDICTS.map((verdict) => lines.filter((line) => line.verdict === verdict).length),
  ]);
  const sums = VERDICTS.map((verdict) => calls.filter((line) => line.verdict === verdict).length);
  return table(["Scenario", ...VERDICTS], [...rows, ["All", ...sums]]);
}

function scenariosOf(calls: readonly CallLine[]): string[] {
  return [...Map.groupBy(calls, ({ scenario }) => scenario)].map(([scenario, lines]) => {
    const rows = lines.map(({ lane, verdict, why, callerSees, ledgerRecords, costNanoUsd }) => [
      lane,
      why && verdict !== "safe" ? `${verdict} (${why})` : verdict,
      callerSees,
      ledgerRecords,
      usdText(BigInt(costNanoUsd)),
    ]);
    const heads = ["Request", "Verdict", "The caller sees", "The ledger records", "Charged, USD"];
    return `## ${scenario}\n\n${table(heads, rows)}`;
  });
}

function flapTable(lines: readonly FlapLine[]): string {
  const rows = lines.map(({ lane, served, calls, backAfterMs, passed }) => [
    lane,
    passed ? "pass" : "fail",
    `${served} of ${calls}`,
    backAfterMs === undefined ? "never" : `${(backAfterMs / 1000).toFixed(1)} s`,
  ]);
  return table(["Request", "Verdict", "Responses", "Used again after"], rows);
}

/** Returns a table of ledger checks as Markdown. */
export function ledgerTable<Line extends LedgerCheck>(
  heads: readonly string[],
  lines: readonly Line[],
  name: (line: Line) => (string | number)[],
): string {
  const rows = lines.map((line) => [
    ...name(line),
    line.complete,
    line.wrong,
    line.rows,
    usdText(line.rowsNanoUsd),
    usdText(line.chargedNanoUsd),
  ]);
  const sums = ["Complete responses", "Lost or wrong in the ledger", "Rows", "Rows, USD", "Charged to the key, USD"];
  return table([...heads, ...sums], rows);
}

/** Returns a Markdown table with aligned columns, as the formatter wants it. */
export function table(heads: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map((cell) => String(cell).replaceAll("|", "\\|")));
  const widths = heads.map((_, column) => Math.max(3, ...lines.map((cells) => (cells[column] as string).length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] as number)).join(" | ")} |`;
  const [head = [], ...body] = lines;
  return [head, widths.map((width) => "-".repeat(width)), ...body].map(line).join("\n");
}

/** Returns integer nano-USD as USD with nine decimals. */
function usdText(nanoUsd: bigint): string {
  return `${nanoUsd / 1_000_000_000n}.${String(nanoUsd % 1_000_000_000n).padStart(9, "0")}`;
}
