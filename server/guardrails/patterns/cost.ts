import { beginningOf, createPopulation, type Population } from "./population.ts";
import type { Program } from "./program.ts";

/** How far an unkind text is written at least, and how many characters it may choose from. */
const LENGTH = 400;
const CHOICE = 8;
const BEGINNINGS = 16;

/**
 * How many places of a pattern a text can keep busy at once: what each character of it costs at worst, whatever the
 * engine. Unkind texts are its beginning over and over, cut after each of its first characters, and one in which each
 * character is that which leaves most places busy. Counting ends above `limit`.
 */
export function busiest(program: Program, limit: number): number {
  const population = createPopulation(program);
  const length = lengthFor(program);
  let most = greediest(program, population, limit);
  for (const beginning of beginningsOf(program)) {
    if (most > limit) break;
    population.restart();
    for (let at = 0; at < length && most <= limit; at += 1)
      most = Math.max(most, population.step(beginning[at % beginning.length] ?? 97));
  }
  return most;
}

/** A text must be as long as a repetition to fill it. */
function lengthFor({ inst }: Program): number {
  return Math.max(LENGTH, inst.length * 2);
}

function beginningsOf(program: Program): number[][] {
  const beginning = beginningOf(program, BEGINNINGS);
  return beginning.map((_, index) => beginning.slice(0, index + 1));
}

function greediest(program: Program, population: Population, limit: number): number {
  const choices = choicesOf(program);
  const length = lengthFor(program);
  let most = 0;
  for (let at = 0; at < length && most <= limit; at += 1) {
    let [best, count] = [choices[0] ?? 97, -1];
    for (const rune of choices) {
      const left = population.trial(rune);
      if (left > count) [best, count] = [rune, left];
    }
    most = Math.max(most, population.step(best));
  }
  return most;
}

/** Of the characters that the pattern names, those that most of its instructions take. */
function choicesOf(program: Program): number[] {
  const named = program.inst.flatMap(({ runes = [] }) => Array.from(runes).slice(0, 64));
  const candidates = [...new Set([...named, 97, 48, 32].filter((rune) => rune <= 0x10ffff))].slice(0, 400);
  const takers = (rune: number) => program.inst.filter((one) => one.runes?.length && one.matchRune(rune)).length;
  const counted = candidates.map((rune) => ({ rune, takers: takers(rune) }));
  return counted
    .sort((one, other) => other.takers - one.takers)
    .slice(0, CHOICE)
    .map(({ rune }) => rune);
}
