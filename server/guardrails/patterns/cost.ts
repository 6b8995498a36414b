import { setImmediate } from "node:timers/promises";
import { beginningOf, createPopulation, type Population } from "./population.ts";
import type { Program } from "./program.ts";

/** Minimum length of a worst-case text: it must be long enough to fill a repetition. */
const LENGTH = 400;
/** Number of characters to choose from. */
const CHOICE = 8;
const BEGINNINGS = 16;
/** Positions in a match, as a share, from which a text turns into the worst case. */
const STARTS = [0, 0.5, 1];
/** Characters read in one turn of the event loop, within about 10 ms. */
const STEPS_AT_ONCE = 100;

/**
 * Returns the maximum weight of a pattern's open positions: the worst cost of each character, on any engine. It tries
 * the pattern's beginning, repeated and cut after each of its first characters, and texts in which each character keeps
 * the most positions open, from the start and from later in a match. Stops counting above `limit`.
 */
export async function maxOpenWeight(program: Program, limit: number): Promise<number> {
  const population = createPopulation(program);
  const choices = choicesOf(program);
  const length = Math.max(LENGTH, program.inst.length * 2);
  const path = beginningOf(program, length);
  const texts = [
    ...STARTS.map((share) => path.slice(0, Math.floor(path.length * share))),
    ...path.slice(0, BEGINNINGS).map((_, index) => repeatTo(path.slice(0, index + 1), length)),
  ];
  let most = 0;
  for (const [index, text] of texts.entries()) {
    const steps = index < STARTS.length ? text.length + length : text.length;
    population.restart();
    for (let at = 0; at < steps && most <= limit; at += 1) {
      most = Math.max(most, population.step(text[at] ?? costliestRune(population, choices)));
      if (at % STEPS_AT_ONCE === 0) await setImmediate();
    }
  }
  return most;
}

function repeatTo(runes: readonly number[], length: number): number[] {
  return Array.from({ length }, (_, at) => runes[at % runes.length] ?? 97);
}

/** Returns the character that keeps the most positions open. */
function costliestRune(population: Population, choices: readonly number[]): number {
  let [best, most] = [choices[0] ?? 97, -1];
  for (const rune of choices) {
    const left = population.trial(rune);
    if (left > most) [best, most] = [rune, left];
  }
  return best;
}

/** Returns the characters that most of the pattern's instructions accept. */
function choicesOf(program: Program): number[] {
  const runesInClasses = program.inst.flatMap(({ runes = [] }) => Array.from(runes).slice(0, 64));
  const candidates = [...new Set([...runesInClasses, 97, 48, 32].filter((rune) => rune <= 0x10ffff))].slice(0, 400);
  const takers = (rune: number) => program.inst.filter((one) => one.runes?.length && one.matchRune(rune)).length;
  const rankedRunes = candidates.map((rune) => ({ rune, takers: takers(rune) }));
  return rankedRunes
    .sort((one, other) => other.takers - one.takers)
    .slice(0, CHOICE)
    .map(({ rune }) => rune);
}
