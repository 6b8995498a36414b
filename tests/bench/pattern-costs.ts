import { maxOpenWeight } from "#server/guardrails/patterns/cost.ts";
import { programOf } from "#server/guardrails/patterns/custom.ts";
import { generatedPattern, measuredCost, rankCorrelation, seeded } from "./guardrails/pattern-costs.ts";

/** The cost was tuned on patterns of the first seed; those of the second were only measured. */
const SEEDS = { tuned: 7, held: 99 };
const PATTERNS = 200;
/** Below, the engine has hardly anything to do, whatever the pattern could cost. */
const LEAST_NS = 20;
const LEAST_COST = 20;

type Row = { pattern: string; cost: number; ns: number };

async function rowOf(pattern: string): Promise<Row | undefined> {
  try {
    return {
      pattern,
      cost: await maxOpenWeight(programOf(pattern), Number.POSITIVE_INFINITY),
      ns: measuredCost(pattern),
    };
  } catch {
    return undefined;
  }
}

async function measured(seed: number) {
  const random = seeded(seed);
  const rows: Row[] = [];
  while (rows.length < PATTERNS) {
    const row = await rowOf(generatedPattern(random));
    if (row) rows.push(row);
  }
  const worked = rows.filter(({ ns }) => ns >= LEAST_NS);
  const dear = worked.filter(({ cost, ns }) => cost >= LEAST_COST || ns >= LEAST_NS * LEAST_COST);
  const units = dear.map(({ cost, ns }) => ns / cost).sort((one, other) => one - other);
  const median = units[units.length >> 1] ?? 0;
  const correlation = rankCorrelation(
    worked.map(({ cost }) => cost),
    worked.map(({ ns }) => ns),
  );
  const worst = dear.find(({ cost, ns }) => ns / cost === units.at(-1));
  return {
    patterns: worked.length,
    correlation: Number(correlation.toFixed(2)),
    "ns for each unit, median": Number(median.toFixed(1)),
    "worst understatement": Number(((units.at(-1) ?? 0) / median).toFixed(1)),
    "of the pattern": worst?.pattern,
  };
}

console.log("What a pattern is counted to cost when it is saved, against the time that the engine takes");
console.table({ tuned: await measured(SEEDS.tuned), held: await measured(SEEDS.held) });
