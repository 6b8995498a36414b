import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { guardrailRules } from "#lib/guardrail-rules.ts";
import { builtins } from "#server/guardrails/builtins.ts";
import { labelledCases } from "#tests/guardrails/cases.ts";
import { injectionCases } from "#tests/guardrails/injection-cases.ts";
import { measureGrowth } from "./guardrails/growth.ts";
import { type InjectionRow, measureInjection } from "./guardrails/injection.ts";
import { measurePersonal } from "./guardrails/personal.ts";
import type { LabeledRow } from "./guardrails/score.ts";
import { measureSpeed } from "./guardrails/speed.ts";
import { measureLongestTurns } from "./guardrails/turns.ts";
import { measureSplit } from "./guardrails/unseen/measure.ts";

/**
 * Measures the quality and speed of the content filters on the written sets, the project's own cases and, if they are
 * present, the shared development sets. The filters were developed with all of these: the scores show regressions, not
 * how well the filters do on new texts.
 */
const shared = fileURLToPath(new URL("../../../shared/eval/", import.meta.url));
const own = Object.entries(injectionCases).flatMap(([tier, texts]) =>
  texts.map((text): InjectionRow => ({ text, label: tier === "benign" ? "benign" : "injection", tier })),
);

type Measured = { personal: ReturnType<typeof measurePersonal>; injection: ReturnType<typeof measureInjection> };

const result = {
  seventh: measureSplit(builtins, "seventh"),
  sixth: measureSplit(builtins, "sixth"),
  fifth: measureSplit(builtins, "fifth"),
  fourth: measureSplit(builtins, "fourth"),
  third: measureSplit(builtins, "third"),
  fresh: measureSplit(builtins, "fresh"),
  second: measureSplit(builtins, "second"),
  held: measureSplit(builtins, "held"),
  tuned: measureSplit(builtins, "tuned"),
  own: { personal: measurePersonal(builtins, labelledCases), injection: measureInjection(builtins, own) },
  shared: existsSync(shared)
    ? {
        personal: measurePersonal(builtins, readRows<LabeledRow>("pii.jsonl")),
        injection: measureInjection(builtins, readRows<InjectionRow>("injection.jsonl")),
      }
    : null,
  speed: measureSpeed(builtins),
  growth: measureGrowth(builtins),
  holding: await measureLongestTurns(),
};

const sets = {
  "seventh, written, not tuned on": result.seventh,
  "sixth, written, tuned on last": result.sixth,
  "fifth, written, tuned on last": result.fifth,
  "fourth, written, tuned on last": result.fourth,
  "third, written, tuned on last": result.third,
  "second, written, tuned on late": result.second,
  "fresh, written, tuned on late": result.fresh,
  "generated, tuned on late": result.held,
  "generated, tuned on": result.tuned,
  "own cases, tuned on": result.own,
  "shared development sets, tuned on": result.shared,
};
for (const [name, set] of Object.entries(sets)) {
  if (set === null) continue;
  console.log(`\n${name}: personal data`);
  console.table(set.personal.slugs);
  console.log(
    `micro F1 ${set.personal.microF1}, hard negatives hit ${set.personal.hardNegativesHit} of ${set.personal.hardNegatives}`,
  );
  console.log(`\n${name}: prompt injection, share found (benign: share flagged)`);
  console.table(set.injection);
}
reportOutdated(result.seventh);
console.log("\nMB/s");
console.table(result.speed);
console.log(
  "\nTime for sixteen times the hostile text, over its share of a straight line (1 is linear, 16 a square law)",
);
console.table(result.growth);
console.log("\nA megabyte under all rules: how long it takes, and the longest turn of the event loop (ms)");
console.table(result.holding);
console.log(JSON.stringify(result));

/** Reports the rules whose figures in the console differ from these. */
function reportOutdated({ personal, injection }: Measured): void {
  for (const { slug, measured } of guardrailRules) {
    // Measured on the test cases of other scanners, which are not part of the project (content-filters.md).
    if (slug === "secrets") continue;
    const now = slug === "regex-prompt-injection" ? totalScore(injection) : personal.slugs[slug];
    const differs = (name: "precision" | "recall") => Math.abs((now?.[name] ?? 0) - measured[name]) > 0.006;
    if (differs("precision") || differs("recall")) console.log(`lib/guardrail-rules.ts is outdated: ${slug}`, now);
  }
}

/** Returns precision and recall over all attacks except implicit ones, which such a filter is not expected to find. */
function totalScore(tiers: Measured["injection"]) {
  const attacks = Object.entries(tiers).filter(([tier]) => tier !== "benign" && tier !== "implicit");
  const sum = (name: "rows" | "flagged") => attacks.reduce((all, [, one]) => all + one[name], 0);
  const wrong = tiers.benign?.flagged ?? 0;
  return { precision: sum("flagged") / (sum("flagged") + wrong), recall: sum("flagged") / sum("rows") };
}

function readRows<Row>(file: string): Row[] {
  return readFileSync(shared + file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Row);
}
