import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createChoose, expand } from "../injection/expand.ts";
import { createFillers } from "./fillers.ts";
import { linesOf } from "./lines.ts";
import { createNamer, type Locale, readPeople } from "./people.ts";

/** A text with its names. `origin`: its set or file. */
export type Example = { text: string; names: { start: number; end: number }[]; origin: string };

/** A template with its language, or `any`. */
export type Template = { text: string; language: string; origin: string };

const nameKinds = new Set(["name", "first", "surname"]);
const slot = /\{([a-z]+)(?::([^}]*))?\}/g;
/** The number of texts made from one template. */
const copies = 10;

/**
 * Returns the templates written for training: every `*.txt` except the lists of names and fillers. `## de` states the
 * language of the templates after it.
 */
export function writtenTemplates(folder: string): Template[] {
  return readdirSync(folder)
    .filter((file) => /^(?:people|nobody)-.*\.txt$/.test(file))
    .sort()
    .flatMap((file) => {
      let language = "any";
      return linesOf(join(folder, file)).flatMap((text) => {
        const heading = /^## (\S+)$/.exec(text);
        if (heading === null) return [{ text, language, origin: file }];
        language = heading[1] ?? "any";
        return [];
      });
    });
}

const calledSo = /\b(?:Ana|Dana|David|Freya|Lin|Lopez|Loki|Marta|Mina|Tom|Vega|Oduya)\b/g;

/** Returns the texts that the injection model learns from, in which few people are named. */
export function injectionTemplates(folder: string): Template[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".txt"))
    .sort()
    .flatMap((origin) =>
      linesOf(join(folder, origin)).map((text) => ({ text: toTemplate(text), language: "any", origin })),
    );
}

/** Removes the kinds from braces in a text that is not a template, and marks the names in it as templates do. */
function toTemplate(text: string): string {
  return text.replace(/\{[a-z]+\}/g, "{ }").replace(calledSo, "{name:$&}");
}

/** Returns the labeled sets: whole texts, and templates that state their language (`de|...`). */
export function setTemplates(folder: string, origin: string): Template[] {
  const languages: Record<string, string> = { us: "en", gb: "en", ca: "en", au: "en", ie: "en", "*": "any" };
  return ["personal", "negatives", "benign"].flatMap((file) =>
    linesOf(join(folder, origin, `${file}.txt`)).map((line) => {
      const languageMark = /^([a-z]{2}|\*)\|/.exec(line);
      const language = languageMark === null ? "any" : (languages[languageMark[1] ?? ""] ?? languageMark[1] ?? "any");
      return { text: line.slice(languageMark?.[0].length ?? 0), language, origin };
    }),
  );
}

/** Returns a function that fills templates with names and other words. */
export function createFiller(folder: string, seed: number) {
  const choose = createChoose(seed);
  const locales = readPeople(join(folder, "people.txt"));
  const cased = locales.filter(({ family }) => /^\p{Lu}/u.test(family[0] ?? ""));
  const latin = cased.filter(({ family }) => /^\p{Script=Latin}/u.test(family[0] ?? ""));
  const namer = createNamer(choose);
  const fillers = createFillers(folder, choose);

  return ({ text, language, origin }: Template): Example[] => {
    const isFixed = !/\[\[|\{[a-z]+\}/.test(text);
    const texts = Array.from({ length: isFixed ? 1 : copies }, () =>
      fill(expand(text, choose).replaceAll("\\n", "\n"), origin, localeFor(language)),
    );
    return [...new Map(texts.map((one) => [one.text, one])).values()];
  };

  function localeFor(language: string): Locale {
    const own = locales.filter(({ name }) => name === language || name.startsWith(`${language}_`));
    const others = own[0] !== undefined && !/^\p{Script=Latin}/u.test(own[0].family[0] ?? "") ? own : latin;
    const from = own.length > 0 && choose(3) > 0 ? own : others;
    return from[choose(from.length)] as Locale;
  }

  function fill(template: string, origin: string, locale: Locale): Example {
    const names: Example["names"] = [];
    let [text, from] = ["", 0];
    for (const match of template.matchAll(slot)) {
      const kind = match[1] ?? "";
      const value = match[2] ?? make(kind, locale);
      text += template.slice(from, match.index);
      if (nameKinds.has(kind)) names.push({ start: text.length, end: text.length + value.length });
      text += value;
      from = match.index + match[0].length;
    }
    return { text: text + template.slice(from), names, origin };
  }

  function make(kind: string, locale: Locale): string {
    if (kind === "name") return namer.name(locale);
    if (kind === "first") return namer.first(locale);
    if (kind === "surname") return namer.surname(locale);
    if (kind === "family") return namer.surname(latin[choose(latin.length)] as Locale);
    if (kind === "given") return namer.first(latin[choose(latin.length)] as Locale);
    return fillers(kind, (inner) => make(inner, locale));
  }
}
