import { afterEach, describe, expect, test } from "vitest";
import { apply } from "#server/guardrails/apply.ts";
import { createPatternClock } from "#server/guardrails/patterns/clock.ts";
import { customFilter } from "#server/guardrails/patterns/custom.ts";
import { setPatternLimits } from "#server/guardrails/patterns/limits.ts";
import { createPlaceholders } from "#server/guardrails/placeholders.ts";
import type { Rule } from "#server/guardrails/rule.ts";
import { createStreamFilter } from "#server/guardrails/stream.ts";
import { customRule } from "#tests/guardrails/rules.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

/** Returns a source of random whole numbers below a limit, the same in every run with this seed. */
function randomBelow(seed: number): (limit: number) => number {
  const random = seededRandom(seed);
  return (limit) => Math.floor(random() * limit);
}

const LETTERS = [..."aabbcx-! é😀字"];
const PIECES = [
  "a",
  "b+",
  "[ab]{2,4}",
  "x?",
  "\\bc",
  "[^x]{3}",
  "(?:ab|c)+",
  ".*?!",
  "é",
  "\\S+x",
  "-$",
  "😀",
  "(?i)CB",
  "\\p{L}{5}",
];

function textOf(random: (limit: number) => number, length: number): string {
  return Array.from({ length }, () => LETTERS[random(LETTERS.length)]).join("");
}

function rulesOf(patterns: readonly string[]): Rule[] {
  return patterns.map((pattern, index) => customRule(customFilter(`custom-${index}`, pattern), "redact"));
}

function filterStream(rules: Rule[], text: string, lengthOf: () => number): string {
  const filter = createStreamFilter(rules, createPlaceholders());
  let out = "";
  for (let at = 0; at < text.length; ) {
    const next = at + lengthOf();
    out += filter.push(text.slice(at, next)).text;
    at = next;
  }
  return out + filter.end().text;
}

describe("several patterns that run together", () => {
  test("redact the same in a stream as in the whole text, however it is split", () => {
    const random = randomBelow(11);
    for (let round = 0; round < 300; round += 1) {
      const pattern = () => Array.from({ length: 1 + random(3) }, () => PIECES[random(PIECES.length)]).join("");
      const patterns = Array.from({ length: 1 + random(5) }, pattern).filter((one) => !/^(?:x\?)+$/.test(one));
      const rules = rulesOf(patterns.length > 0 ? patterns : ["a"]);
      const text = textOf(random, 120);
      const whole = apply(rules, text, createPlaceholders()).text;
      expect(
        filterStream(rules, text, () => 1 + random(9)),
        JSON.stringify({ patterns, text }),
      ).toBe(whole);
    }
  });

  test("stay correct if some need too many states for an automaton", () => {
    const random = randomBelow(5);
    const rules = rulesOf(["a[^x]{14,18}!", "[ab][^!]{20}x", "cc", "b-a", "xx[a-c]{2}"]);
    const text = textOf(random, 30_000);
    const whole = apply(rules, text, createPlaceholders()).text;
    expect(filterStream(rules, text, () => 1 + random(400))).toBe(whole);
    expect(filterStream(rules, text, () => 7)).toBe(whole);
  });
});

describe("the time that patterns take in a stream", () => {
  afterEach(() => setPatternLimits({ deadlineMs: 2_000, outcome: "block" }));

  test("counts the CPU time of their thread, not its waiting time", () => {
    setPatternLimits({ deadlineMs: 30, outcome: "block" });
    const clock = createPatternClock();
    clock.timed(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100));
    expect(clock.isLate()).toBe(false);
    clock.timed(() => {
      const endMs = performance.now() + 5_000;
      while (!clock.isLate() && performance.now() < endMs) clock.timed(() => "a".repeat(5_000).split("").reverse());
    });
    expect(clock.isLate()).toBe(true);
  });

  test("is short for fifty harmless patterns on a megabyte", () => {
    setPatternLimits({ deadlineMs: 1_000, outcome: "block" });
    const words = [
      "\\bTICKET-N-\\d{4,8}\\b",
      "sk-N[a-z0-9]{16,}",
      "(?i)project (?:falcon|heron) N",
      "\\b[A-F0-9]{32}N\\b",
    ];
    const rules = rulesOf(Array.from({ length: 50 }, (_, index) => words[index % 4]?.replace("N", `${index}`) ?? ""));
    const text = "Ask the team of the project about ticket 4711, please; it is skewed. ".repeat(15_000);
    expect(filterStream(rules, text, () => 512)).toBe(text);
  }, 30_000);
});
