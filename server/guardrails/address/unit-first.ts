import { isPlace } from "../lists.ts";
import { tailFrom } from "./tail.ts";
import { isStreetWord } from "./world-streets.ts";

type Range = { start: number; end: number };

/** What a flat, a house or a plot is called where its number stands first and the street may be missing. */
const unit =
  /(?<![\p{L}\p{N}_])(?:Flat|Villa|Plot|House|H\.? ?No|Door|Block|Apartment|Apt|Appartement|Appt|Immeuble|Lot|Shop|Unit|Casa|Quadra|Maison|Logement|Kampung|Haus|Wohnung)\.? (?:No\.? ?|[Nn]°? ?)?(?:[A-Z]-?)?\d{1,5}(?:[/-]\d{1,4}){0,3}[A-Za-z]?(?=, )/gu;

/** "Villa 214, Cité Keur Gorgui, Dakar": a unit and at least two places, of which one is known or a code follows. */
export function unitFirstAddresses(text: string): Range[] {
  return [...text.matchAll(unit)].flatMap((match) => {
    const tail = tailFrom(text, match.index + match[0].length);
    const isKnown =
      tail.codes >= 1 || tail.places.some((place) => isPlace(place) || isStreetWord(place.split(" ").at(-1) ?? ""));
    return tail.places.length > 1 && isKnown ? [{ start: match.index, end: tail.end }] : [];
  });
}
