import { globSync, readFileSync } from "node:fs";
import { twMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "#lib/cn.ts";

const sources = globSync("{app,components}/**/*.tsx").map((file) => readFileSync(file, "utf8"));

test("a class is overruled only by one that sets the same", () => {
  // Under variants it is the same, and there are too many of them to try each with each.
  const names = namesIn(sources.join("\n"), /"([^"\n]*)"/g).filter((name) => !name.includes(":"));
  expect(names.length).toBeGreaterThan(400);
  const lost = pairsOf(names, names).filter(([first, second]) => {
    return cn(first, second) === second && twMerge(first, second) !== second;
  });
  expect(lost).toEqual([]);
}, 60_000);

test("what a component is given overrules all of its own that sets the same", () => {
  const taking = sources.filter((source) => /\bcn\([^;]*\bclassName,?\s*\)/.test(source));
  const own = namesIn(taking.join("\n"), /"([^"\n]*)"/g);
  const given = namesIn(sources.join("\n"), /<[A-Z](?:[^<>"]|"[^"]*"|=>)*?\bclassName="([^"]*)"/g);
  expect(Math.min(taking.length, given.length)).toBeGreaterThan(20);
  const kept = pairsOf(own, given).filter(([first, second]) => cn(first, second) !== twMerge(first, second));
  expect(kept).toEqual([]);
}, 60_000);

function namesIn(source: string, pattern: RegExp): string[] {
  const names = [...source.matchAll(pattern)].flatMap(([, text = ""]) => text.split(/\s+/));
  // A class that it knows it keeps once; of what it does not know it keeps all.
  return [...new Set(names)].filter((name) => name && twMerge(name, name) === name);
}

/** With each other they meet only under the same variants. */
function pairsOf(first: readonly string[], second: readonly string[]): [string, string][] {
  const variants = (name: string) => name.slice(0, name.lastIndexOf(":") + 1);
  const groups = Map.groupBy(second, variants);
  return first.flatMap((one) =>
    (groups.get(variants(one)) ?? []).filter((other) => other !== one).map((other): [string, string] => [one, other]),
  );
}
