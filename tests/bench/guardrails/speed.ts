import type { Filter } from "#server/guardrails/rule.ts";
import { round } from "../numbers.ts";

const patternSlugs = ["email", "phone", "ssn", "credit-card", "ip-address"];

/**
 * Returns the megabytes per second over ordinary mixed text of 4 kB and 64 kB: for each filter, for the pattern filters
 * together, and for all.
 */
export function measureSpeed(filters: ReadonlyMap<string, Filter>): Record<string, { kb4: number; kb64: number }> {
  const groups: [string, Filter[]][] = [...filters].map(([slug, filter]) => [slug, [filter]]);
  groups.push(["pattern filters together", patternSlugs.flatMap((slug) => filters.get(slug) ?? [])]);
  groups.push(["all filters", [...filters.values()]]);
  return Object.fromEntries(
    groups.map(([name, group]) => [name, { kb4: rate(group, 4096), kb64: rate(group, 65_536) }]),
  );
}

/** How long each measurement runs; the best of three counts, because other work on the machine disturbs them. */
const runMs = 150;

function rate(filters: readonly Filter[], length: number): number {
  const texts = Array.from({ length: 4 }, (_, index) => ordinaryText(length, index));
  const run = (): number => {
    const startedMs = performance.now();
    let bytes = 0;
    for (let round = 0; performance.now() - startedMs < runMs; round += 1) {
      const text = texts[round % texts.length] ?? "";
      for (const filter of filters) filter.find(text);
      bytes += text.length;
    }
    return bytes / 1e6 / ((performance.now() - startedMs) / 1000);
  };
  run();
  return round(Math.max(run(), run(), run()), 1);
}

const sentences = [
  "The quarterly report shows that revenue grew by 12.4 percent while costs stayed flat, which the board had not expected.",
  "Please review the attached document and let me know by Thursday whether the second section needs another example.",
  "const total = items.reduce((sum, item) => sum + item.price * item.count, 0); // 2 decimals",
  "Version 2.14.3 fixes the memory leak in the scheduler, adds retries, and removes three deprecated options.",
  "Our team met on 2026-03-11 to plan the migration; the next meeting is at 14:30 in the small room upstairs.",
  "To install the tool, download the archive, unpack it, and follow the instructions in the file called README.",
  "Maria Keller from Lisbon wrote that the parcel has not arrived; her number is +351 21 234 5678.",
  "Many readers asked how the model weighs evidence, and whether the answer changes when the question is put twice.",
  "- first item of a list, short\n- second item, somewhat longer than the first one\n- third item",
  "La reunión se aplazó hasta el lunes porque faltaban los datos de tres de las cinco regiones.",
];

export function ordinaryText(length: number, seed: number): string {
  let text = "";
  for (let index = seed; text.length < length; index += 3) text += `${sentences[index % sentences.length]} `;
  return text.slice(0, length);
}
