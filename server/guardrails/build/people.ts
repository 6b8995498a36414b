import { writeFileSync } from "node:fs";

type Locales = Record<string, { person?: Record<string, unknown> }>;

/** The number of names of each kind per locale. */
const namesPerKind = 130;
const leftOutLocales = new Set(["base", "dv", "eo", "en_BORK", "en_AU_ocker", "ku_ckb", "de_AT", "fr_BE", "fr_CH"]);

/**
 * Writes names by locale in their usual spelling, from which training texts are made: locale, given names, family
 * names.
 */
export function writePeople(path: string, locales: Locales): void {
  const lines = Object.entries(locales).flatMap(([locale, { person }]) => {
    const [given, family] = [namesOf(person?.first_name), namesOf(person?.last_name)];
    if (leftOutLocales.has(locale) || given.length === 0 || family.length === 0) return [];
    return [[locale, pickEvenly(given).join(","), pickEvenly(family).join(",")].join("\t")];
  });
  writeFileSync(path, `${lines.join("\n")}\n`);
}

function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((name): name is string => typeof name === "string");
  if (value === null || typeof value !== "object") return [];
  return [...new Set(Object.values(value).flatMap(namesOf))].filter((name) => !name.includes(",")).sort();
}

function pickEvenly(names: readonly string[]): string[] {
  const step = Math.max(1, names.length / namesPerKind);
  return Array.from(
    { length: Math.min(namesPerKind, names.length) },
    (_, index) => names[Math.floor(index * step)] ?? "",
  );
}
