import type { LabeledRow } from "../score.ts";
import { linesOf, type Split } from "./lines.ts";
import { createRandom } from "./random.ts";
import { createValues } from "./values.ts";

const types: Record<string, string> = {
  name: "person-name",
  first: "person-name",
  surname: "person-name",
  address: "address",
  phone: "phone",
  email: "email",
  ssn: "ssn",
  card: "credit-card",
  ip: "ip-address",
};
const slot = /\{(name|first|surname|address|phone|email|ssn|card|ip)(?::([^}]+))?\}/g;
/** Number of times each template is filled in. */
const copies = 3;

/** Returns texts with invented personal data in many languages and formats, and texts that only look like it. */
export function personalRows(split: Split): LabeledRow[] {
  return [...(split === "tuned" || split === "held" ? filledRows(split) : writtenRows(split)), ...negativeRows(split)];
}

/** Returns whole texts in which data is marked with its kind: `{name:Ada Okoro}`. */
function writtenRows(split: Split): LabeledRow[] {
  return linesOf(split, "personal").map((line, index) => fill(line, `${split}-${index}`, () => ""));
}

function filledRows(split: "tuned" | "held"): LabeledRow[] {
  const random = createRandom(split === "held" ? 7_001 : 11);
  const values = createValues(split, random);
  return linesOf(split, "personal").flatMap((line, index) =>
    Array.from({ length: copies }, (_, copy) => {
      const bar = line.indexOf("|");
      const named = line.slice(0, bar);
      const locale = named === "*" ? random.pick(values.locales) : named;
      return fill(line.slice(bar + 1), `${split}-${index}-${copy}`, (kind) => values.make(kind, locale));
    }),
  );
}

function negativeRows(split: Split): LabeledRow[] {
  return linesOf(split, "negatives").map((text, index) => ({
    id: `${split}-hard-${index}`,
    text,
    spans: [],
    group: "hard-negative",
  }));
}

function fill(template: string, id: string, make: (kind: string) => string): LabeledRow {
  const spans: LabeledRow["spans"] = [];
  let text = "";
  let from = 0;
  for (const match of template.matchAll(slot)) {
    const value = match[2] ?? make(match[1] ?? "");
    text += template.slice(from, match.index);
    spans.push({ start: text.length, end: text.length + value.length, type: types[match[1] ?? ""] ?? "" });
    text += value;
    from = match.index + match[0].length;
  }
  return { id, text: text + template.slice(from), spans, group: "positive" };
}
