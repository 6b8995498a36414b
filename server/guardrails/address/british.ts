import { isStreetWord } from "./world-streets.ts";

type Range = { start: number; end: number };

/** British postal codes (Royal Mail) and Irish ones (Eircode). */
const postcode =
  /(?<![\p{L}\p{N}_-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[ABD-HJLNP-UW-Z]{2}|[A-Z]\d[\dW] [A-Z]{1,2}\d{1,2}[A-Z\d]?)(?![\p{L}\p{N}_])/gu;
/** Matches a house without a number: "The Old Forge", "Rose Cottage". */
const house =
  /^The \p{Lu}|\b(?:House|Cottage|Farm|Farmhouse|Lodge|Barn|Hall|Mill|Forge|Rectory|Vicarage|Manor|Villa|Grange|Court|Point|Tower|Mansions|Stables|Oast|Bungalow|Croft)$/u;
const numberedHouse =
  /^(?:(?:Flat|Unit|Apartment|Apt|Suite|Room|Studio|Plot|Floor|Block)\.? (?:[A-Z]|\d{1,4}[A-Za-z]?)|\d{1,4}[A-Za-z]?(?:-\d{1,4})? \p{Lu}.*)$/u;
const part =
  /^(?:\d{1,4}[A-Za-z]?(?:-\d{1,4})? )?\p{Lu}[\p{L}\p{N}'’.&-]*(?: (?:(?:upon|of|the|on|in|by|le|under|and|next|super|cum|St\.?)|\p{Lu}[\p{L}'’.-]*|\d{1,4}[A-Za-z]?)){0,4}$/u;
const [reach, mostParts] = [130, 7];

/**
 * Finds addresses that end with a postal code: the code, and the house (named or numbered), street, village and county
 * before it.
 */
export function findCodedAddresses(text: string): Range[] {
  return [...text.matchAll(postcode)].flatMap((match) => {
    const start = startBefore(text, match.index);
    return start === undefined ? [] : [{ start, end: match.index + match[0].length }];
  });
}

/** Goes back from the code part by part. The address begins with the earliest part that names a house or a street. */
function startBefore(text: string, at: number): number | undefined {
  let [end, start] = [at, undefined as number | undefined];
  for (let count = 0; count < mostParts && at - end < reach; count += 1) {
    const ahead = text.slice(Math.max(0, at - reach), end);
    const written = /[^,\n]*$/.exec(ahead)?.[0] ?? "";
    const name = written.trim().replace(/^.*(?:(?<!\b(?:Co|St|Mt))\. |[:;!?] |[:(\t])/u, "");
    const opens = count === 0 && name === "";
    const plain = opens || part.test(name) ? name : fromSentence(name);
    if (!opens && plain === "") break;
    const from = end - written.length + written.lastIndexOf(plain);
    if (isHouse(plain)) start = from;
    if (plain !== written.trim() || from - (written.length - written.trimStart().length) < Math.max(1, at - reach))
      break;
    end -= written.length + 1;
  }
  return start;
}

/** Returns the part of a name after a sentence that runs into the address: "He is at Flat 12". */
function fromSentence(written: string): string {
  const found =
    /(?<=\p{Ll} )(?:(?:Flat|Unit|Apartment|Apt|Suite|The) )?(?:\d{1,4}[A-Za-z]? ?|\p{Lu})[\p{L}\p{N}'’ -]*$/u.exec(
      written,
    )?.[0] ?? "";
  return part.test(found) && isHouse(found) ? found : "";
}

function isHouse(name: string): boolean {
  return (
    numberedHouse.test(name) || house.test(name) || (name.includes(" ") && isStreetWord(name.split(" ").at(-1) ?? ""))
  );
}
