import { RRegex } from "rregex";
import { programOf } from "#server/guardrails/patterns/custom.ts";
import { beginningOf } from "#server/guardrails/patterns/population.ts";
import type { Program } from "#server/guardrails/patterns/program.ts";
import { rustSyntax } from "#server/guardrails/patterns/rust-syntax.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

const CLASSES = [
  ...["[a-z]", "[^u-z]", "\\w", ".", "\\d", "[a-q]", "(?:a|b|c)", "(?:ab?|c)", "\\S", "[A-Za-z0-9+/]", "\\p{L}", "é"],
];
const WORDS = ["x", "key-", "sk-", "eye", "ab", "\\b", "-", "!", "@"];

/** Generates a pattern with one to three repetitions: greedy, lazy or exact, and long or short. */
export function generatePattern(random: () => number): string {
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)] as Value;
  const count = () => Math.floor(2 ** (random() * 7));
  const repetition = () => {
    const [min, more] = [count(), count()];
    const all = ["*", "+", `{${min}}`, `{${min},}`, `{${min},${min + more}}`, `{0,${min + more}}`];
    return pick(all) + pick(["", "", "", "?"]);
  };
  const pieces = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const one = pick(CLASSES);
    return `${random() < 0.5 ? pick(WORDS) : ""}${random() < 0.2 ? `(?:${one}${pick(WORDS)}?)` : one}${repetition()}`;
  });
  return `${random() < 0.15 ? "(?i)" : ""}${pieces.join("")}${pick(WORDS)}`;
}

const LENGTH = 20_000;

/**
 * Returns the CPU time in nanoseconds that the engine takes per character of the worst of several texts, after a
 * warm-up.
 */
export function measureCost(pattern: string): number {
  const regex = new RRegex(rustSyntax(pattern) ?? pattern);
  const times = textsFor(programOf(pattern)).map((text) => {
    regex.replaceAll(text, "");
    return Math.min(...[1, 2, 3].map(() => timeOf(() => regex.replaceAll(text, "")))) / text.length;
  });
  regex.free();
  return Math.max(...times);
}

function timeOf(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) * 1000;
}

/**
 * Returns random texts made of characters that the pattern matches, of its literals (without them it is not searched
 * for) and of its beginnings.
 */
function textsFor(program: Program): string[] {
  const random = seededRandom(3);
  const pick = (runes: readonly number[]) => runes[Math.floor(random() * runes.length)] ?? 97;
  const literals = program.inst.flatMap(({ runes = [] }) =>
    runes.length > 0 && runes.length <= 2 ? [runes[0] ?? 97] : [],
  );
  const beginning = beginningOf(program, 16);
  const kinds: [choices: number, literal: number, beginning: number][] = [
    [2, 0.02, 0.05],
    [8, 0.02, 0.05],
    [4, 0.002, 0.3],
    [8, 0.2, 0.2],
    [3, 0.0005, 0.01],
  ];
  const read = sortByReaders(program);
  return kinds.map(([choices, literalShare, beginningShare]) => {
    const runes: number[] = [];
    while (runes.length < LENGTH) {
      const chance = random();
      if (chance < literalShare) runes.push(pick(literals));
      else if (chance < literalShare + beginningShare)
        runes.push(...beginning.slice(0, 1 + Math.floor(random() * beginning.length)));
      else runes.push(pick(read.slice(0, choices)));
    }
    return runes.map((rune) => String.fromCodePoint(rune)).join("");
  });
}

function sortByReaders({ inst }: Program): number[] {
  const candidates = Array.from({ length: 95 }, (_, index) => 32 + index);
  const readers = (rune: number) => inst.filter((one) => one.runes?.length && one.matchRune(rune)).length;
  const counted = candidates.map((rune) => ({ rune, count: readers(rune) }));
  return counted.sort((one, other) => other.count - one.count).map(({ rune }) => rune);
}

/** Returns how well the order of two lists agrees, from -1 to 1 (Spearman's rank correlation). */
export function rankCorrelation(ones: readonly number[], others: readonly number[]): number {
  const mean = (ones.length - 1) / 2;
  const [one, other] = [ones, others].map((list) => ranksOf(list).map((rank) => rank - mean)) as [number[], number[]];
  const product = (left: number[], right: number[]) => left.reduce((sum, rank, at) => sum + rank * (right[at] ?? 0), 0);
  return product(one, other) / Math.sqrt(product(one, one) * product(other, other));
}

/** Returns the rank of each number; equal numbers share the mean of their ranks. */
function ranksOf(numbers: readonly number[]): number[] {
  const sorted = [...numbers].sort((one, other) => one - other);
  return numbers.map((number) => (sorted.indexOf(number) + sorted.lastIndexOf(number)) / 2);
}
