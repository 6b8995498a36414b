import { readFileSync } from "node:fs";
import type { Choose } from "../injection/expand.ts";

export type Locale = { name: string; given: readonly string[]; family: readonly string[] };

/** Reads names by locale, as build/people.ts writes them. */
export function readPeople(path: string | URL): Locale[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", given = "", family = ""] = line.split("\t");
      return { name, given: given.split(","), family: family.split(",") };
    });
}

const familyFirst = new Set(["hu", "vi", "zh_CN", "zh_TW", "ja", "ko"]);
const particles: Record<string, readonly string[]> = {
  nl: ["van", "van der", "de", "van den"],
  nl_BE: ["van", "Van", "De", "Van den"],
  af_ZA: ["van", "van der", "du"],
  de: ["von", "von der", "zu"],
  fr: ["de", "Le", "de la", "du"],
  pt_BR: ["da", "dos", "de", "do"],
  pt_PT: ["da", "dos", "de", "e"],
  es: ["de", "de la", "del", "y"],
  es_MX: ["de la", "del", "de los"],
  it: ["De", "Di", "Della", "Lo"],
  id_ID: ["bin", "binti"],
};

/** Returns a function that makes names in the forms that people of a locale use. */
export function createNamer(choose: Choose) {
  const pick = (names: readonly string[]): string => names[choose(names.length)] ?? "";
  return {
    first: ({ given }: Locale): string => pick(given),
    surname: (locale: Locale): string => surname(locale),
    name(locale: Locale): string {
      const [first, last] = [pick(locale.given), surname(locale)];
      if (familyFirst.has(locale.name) && choose(4) > 0) return `${last} ${first}`;
      switch (choose(24)) {
        case 0:
          return `${first} ${initial(pick(locale.given))}. ${last}`;
        case 1:
          return `${first} ${pick(locale.given)} ${last}`;
        case 2:
          return `${initial(first)}. ${last}`;
        case 3:
          return `${first} ${last}-${surname(locale)}`;
        case 4:
          return `${first} ${last}`.toLocaleUpperCase();
        case 5:
          return `${first}-${pick(locale.given)} ${last}`;
        case 6:
          return `${first} ${initial(last)}.`;
        case 7:
          return `${last}, ${first}`;
        case 8:
          return locale.name.startsWith("es") || locale.name.startsWith("pt")
            ? `${first} ${last} ${surname(locale)}`
            : `${first} ${last}`;
        default:
          return `${first} ${last}`;
      }
    },
  };

  function surname(locale: Locale): string {
    const name = pick(locale.family);
    const own = particles[locale.name];
    if (own !== undefined && choose(7) === 0) return `${own[choose(own.length)]} ${name}`;
    return name;
  }

  function initial(name: string): string {
    return name.charAt(0).toLocaleUpperCase();
  }
}
