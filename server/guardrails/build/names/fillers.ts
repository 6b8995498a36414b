import { join } from "node:path";
import placeNames from "../../data/places.json" with { type: "json" };
import plainWords from "../../data/words.json" with { type: "json" };
import { lookUp } from "../../lists.ts";
import { namedThings } from "../../person-name/named-things.ts";
import { readList } from "../../word-list.ts";
import { type Choose, expand } from "../injection/expand.ts";
import { linesOf } from "./lines.ts";

/** Returns a text of a kind. `other` makes the kinds that no list has. */
type Fill = (kind: string, other: (kind: string) => string) => string;

/**
 * Returns a filler for the placeholders in templates that are not names. A list's lines are `kind: one|another`, where
 * `#` is any digit.
 */
export function createFillers(folder: string, choose: Choose): Fill {
  const lists = new Map(
    linesOf(join(folder, "fillers.txt")).map((line) => {
      const colon = line.indexOf(": ");
      return [line.slice(0, colon), line.slice(colon + 2).split("|")] as const;
    }),
  );
  lists.set("known", [...namedThings]);
  const words = [...readList(plainWords.words)].filter((word) => word.length > 2 && !lookUp(word).given);
  const towns = [...readList(placeNames.words)].filter((town) => /^[a-z]{4,12}$/.test(town));
  const make: Fill = (kind, other) => {
    if (kind === "common") return capital(words[choose(words.length)] ?? "");
    if (kind === "lower") return (words[choose(words.length)] ?? "") + ["", "s", "s", "ed", "ing"][choose(5)];
    if (kind === "town") return capital(towns[choose(towns.length)] ?? "");
    if (kind === "coined") return coinWord(choose);
    const list = lists.get(kind);
    if (list === undefined) throw new Error(`fillers.txt has no ${kind}.`);
    const value = expand(list[choose(list.length)] ?? "", choose).replace(/\{([a-z]+)\}/g, (_, inner) =>
      lists.has(inner) ? make(inner, other) : other(inner),
    );
    return value.replace(/#/g, () => String(choose(10)));
  };
  return make;
}

const starts = "b c d f g h k l m n p r s t v w z br cl dr fl gr kr pl pr qu sk sl sp st tr vl x".split(" ");
const middles = "a e i o u a e i o ai ea ia io oo ou y".split(" ");
const ends = "n r s l t x m ck nt rd x sh th ex ix on um is ia o a ly fy".split(" ");

/** Returns a word that no list has, like the name of a brand or a place. */
function coinWord(choose: Choose): string {
  const pick = (parts: readonly string[]): string => parts[choose(parts.length)] ?? "";
  const many = 1 + choose(2);
  return capital(`${Array.from({ length: many }, () => pick(starts) + pick(middles)).join("")}${pick(ends)}`);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
