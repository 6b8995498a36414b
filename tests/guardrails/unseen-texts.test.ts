import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { builtins } from "#server/guardrails/builtins.ts";
import { measurePersonal } from "#tests/bench/guardrails/personal.ts";
import { measureSplit } from "#tests/bench/guardrails/unseen/measure.ts";

/** Texts and templates that the filters were tuned on. A score below its minimum means that a filter got worse. */
const fresh = measureSplit(builtins, "fresh");
const held = measureSplit(builtins, "held");
const second = measureSplit(builtins, "second");
const third = measureSplit(builtins, "third");
const fourth = measureSplit(builtins, "fourth");
const fifth = measureSplit(builtins, "fifth");
const sixth = measureSplit(builtins, "sixth");

test.each([
  ["fresh", fresh.personal, { all: 0.95, names: 0.91, addresses: 0.95, hardNegatives: 0.03 }],
  ["held", held.personal, { all: 0.95, names: 0.94, addresses: 0.93, hardNegatives: 0.04 }],
  ["second", second.personal, { all: 0.97, names: 0.95, addresses: 0.95, hardNegatives: 0.03 }],
  ["third", third.personal, { all: 0.95, names: 0.92, addresses: 0.95, hardNegatives: 0.03 }],
  ["fourth", fourth.personal, { all: 0.95, names: 0.92, addresses: 0.95, hardNegatives: 0.03 }],
  ["fifth", fifth.personal, { all: 0.95, names: 0.92, addresses: 0.95, hardNegatives: 0.03 }],
  ["sixth", sixth.personal, { all: 0.95, names: 0.94, addresses: 0.9, hardNegatives: 0.03 }],
])("personal data in the %s texts is found", (_, personal, floor) => {
  expect(personal.microF1).toBeGreaterThan(floor.all);
  expect(personal.slugs["person-name"]?.f1).toBeGreaterThan(floor.names);
  expect(personal.slugs.address?.f1).toBeGreaterThan(floor.addresses);
  expect(personal.hardNegativesHit / personal.hardNegatives).toBeLessThan(floor.hardNegatives);
});

test.each([
  ["explicit", 0.95],
  ["evasion", 0.95],
  ["other-language", 0.95],
  ["indirect", 0.95],
  ["jailbreak-long", 0.95],
])("attacks of the kind %s are found", (tier, floor) => {
  for (const set of [fresh, held, second]) expect(set.injection[tier]?.share).toBeGreaterThan(floor);
});

test("ordinary texts about instructions are not flagged", () => {
  for (const set of [fresh, held, second]) expect(set.injection.benign?.share).toBeLessThan(0.02);
});

test("few hard negatives for personal data are flagged", () => {
  const list = new URL("../bench/guardrails/negatives.txt", import.meta.url);
  const rows = readFileSync(list, "utf8")
    .trim()
    .split("\n")
    .map((text, index) => ({ id: `negative-${index}`, text, spans: [], group: "hard-negative" }));
  const { hardNegatives, hardNegativesHit } = measurePersonal(builtins, rows);
  expect(hardNegatives).toBe(230);
  expect(hardNegativesHit / hardNegatives).toBeLessThan(0.09);
});
