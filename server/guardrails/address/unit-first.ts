import { isPlace } from "../lists.ts";
import { tailFrom } from "./tail.ts";
import { isStreetWord } from "./world-streets.ts";

type Range = { start: number; end: number };

/**
 * Matches a word for a flat, a house or a plot, in forms where its number comes first and the street may be missing.
 */
const unit =
  /(?<![\p{L}\p{N}_])(?:(?:Flat|Villa|Plot|House|H\.? ?No|Door|Block|Blk|Apartment|Apt|Appartement|Appt|Immeuble|Lot|Shop|Unit|Suite|Studio|Casa|Quadra|Maison|Logement|Kampung|Haus|Wohnung)\.? (?:No\.? ?|[Nn]°? ?)?(?:(?:[A-Z]-?)?\d{1,5}(?:[/-]\d{1,4}){0,3}[A-Za-z]?|[A-Z])(?: (?:Lot|Blk|Block) \d{1,4})?|No\.? ?\d{1,5}[A-Z]?(?=, (?:Jalan|Jln|Lorong|Persiaran|Lebuh|Taman|Kampung) ))(?=, )/gu;

const word = "(?:\\p{Lu}[\\p{L}\\p{M}'’.-]{0,24}|\\d{1,3}[A-Z]?(?:/\\d{1,3})?(?!\\d)|of|the|de|du|el|al)";
/** Matches a building, a street with its number, a floor, a sector, a district or a city, with its postal code. */
const part = new RegExp(
  `, (?:\\d{1,2}/F|[A-Z]-\\d{1,2}(?:/\\d{1,2})?|(?:\\d{1,5}[A-Za-z]? )?\\p{Lu}[\\p{L}\\p{M}'’.-]{1,24}(?: ${word}){0,4})(?: (?:[A-Z]{1,2}\\d{1,2} ?)?\\d{3,6})?(?![\\p{L}\\p{N}])`,
  "uy",
);
const mostParts = 7;

/**
 * Finds "Villa 214, Cité Keur Gorgui, Dakar": a unit and at least two parts, of which one is a known place or a street,
 * or ends with a code.
 */
export function findUnitFirstAddresses(text: string): Range[] {
  return [...text.matchAll(unit)].flatMap((match) => {
    const tail = tailFrom(text, match.index + match[0].length);
    const [end, parts] = partsFrom(text, match.index + match[0].length);
    const isKnown =
      tail.codes >= 1 || [...tail.places, ...parts].some((place) => isPlace(place) || isStreetWord(lastWord(place)));
    if (!isKnown || Math.max(tail.places.length, parts.length) < 2) return [];
    return [{ start: match.index, end: Math.max(end, tail.end) }];
  });
}

function partsFrom(text: string, from: number): [number, string[]] {
  const parts: string[] = [];
  let at = from;
  for (part.lastIndex = at; parts.length < mostParts; part.lastIndex = at) {
    const found = part.exec(text)?.[0].replace(/[.-]+$/, "");
    if (found === undefined) break;
    parts.push(found.slice(2).replace(/^\d+[A-Za-z]? | \d+$/g, ""));
    at += found.length;
  }
  return [at, parts];
}

const lastWord = (place: string): string => place.split(" ").at(-1) ?? "";
