import { isPlace, lookUp } from "../lists.ts";
import { houseNumberAhead, numberAfter, stateAndCode, streetAhead } from "./address-cues.ts";
import { chatTime, contactAfter, foreignRole, singleBefore } from "./foreign-cues.ts";
import type { Run, Word } from "./runs.ts";
import { hasForeignForm, hasNameForm, isJapanese } from "./shapes.ts";
import {
  bornAfter,
  brand,
  clauseBefore,
  firm,
  functionWord,
  introduction,
  kinAfter,
  label,
  mailAfter,
  personVerb,
  placeLead,
  requestBefore,
  roleBefore,
  thingAfter,
  thingAhead,
  thingName,
  thingWord,
  title,
} from "./surroundings.ts";
import { partnerBefore, romancePlace, thingPhrases } from "./thing-phrases.ts";

/**
 * A row of words that may be a name; a score of 2 or more means that it is one. `words` are in lower case without
 * accents.
 */
export type Candidate = { start: number; end: number; words: string[]; score: number };

/** Scores the rows of possible name words in a run. */
export function scoreRun(text: string, run: Run): Candidate[] {
  return rowsOf(text, run).map((row) => scoreRow(text, run, row));
}

/** Splits a run at words that cannot be part of a name. */
function rowsOf(text: string, run: Run): Run[] {
  const rows: Run[] = [];
  let row: Run = [];
  for (const [index, word] of run.entries()) {
    if (canBeName(text, word, row, run[index + 1])) {
      row.push(word);
      continue;
    }
    if (row.length > 0) rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows
    .map((words) => withoutTitle(text, words).slice(0, 6))
    .filter((words) => words.some((word) => !word.initial));
}

/** Removes a title before two more words: "M." in French, the article "Η" in Greek, as in "Η Ευανθία Καραγιάννη". */
function withoutTitle(text: string, row: Run): Run {
  const [first] = row;
  if (first?.initial !== true || row.length < 3 || row[1]?.initial !== false) return row;
  const isStopped = text.charAt(first.end - 1) === ".";
  return (first.text === "M" && isStopped) || (/^[ΗΟ]$/.test(first.text) && !isStopped) ? row.slice(1) : row;
}

function canBeName(text: string, word: Word, row: Run, next: Word | undefined): boolean {
  const { given, family, word: plain } = word.known;
  const folded = word.known.folded;
  const inside = row.length > 0;
  if (word.initial && (!/^[AIOEY]$/.test(word.text) || text.charAt(word.end - 1) === ".")) return true;
  if (/^[A-Z]{2}$/.test(word.text) && !inside) return false;
  if (inside && /^(?:jr|sr|ii|iii|iv)$/.test(folded)) return true;
  if (inside && particle.test(word.text) && next?.start === word.end + 1 && row[0]?.known.given === true) return true;
  if (
    !inside &&
    !given &&
    !family &&
    next !== undefined &&
    next.start < word.end + 3 &&
    foreignRole.test(`${word.text.toLowerCase()} `)
  )
    return false;
  if (folded.length < 11 && title.test(`${folded} `) && /^\.? /.test(text.slice(word.end, word.end + 2)) && !given)
    return false;
  if ((thingWord.has(folded) || functionWord.has(folded)) && !isNameToo(word, row, next)) return false;
  // A family name may be any word: "Angela Stoner".
  return (
    !plain || given || family || (row.length === 1 && row[0]?.known.given === true && !opensSentence(text, row[0]))
  );
}

const particle = /^(?:El|Al|Ben|Bin|Ibn|Abu|De|Del|Da|Di|Du|La|Le|Van|Von|Ter|Ten|Mac|Ó|Ní|Nic|Aït|Ait|Dos|Bint)$/;

/**
 * Returns whether an ordinary word is a name here: "Will" before a family name, "North" and "Day" after a given name.
 */
function isNameToo(word: Word, row: Run, next: Word | undefined): boolean {
  const { given, family } = word.known;
  if (row.length > 0)
    return (
      (given || family) &&
      !/^(?:street|county|road|avenue|court|square|hall|park|church|bridge|house|tower|center|union|university|college|garden|gardens|memorial|station|airport|institute|exchange|friday|monday|tuesday|wednesday|thursday|saturday|sunday|tech|salad|pizza|transit|museum|award|prize|cup|league|club|bank|bay|valley|river|lake|island)$/i.test(
        word.text,
      )
    );
  return given && next !== undefined && (next.known.family || !next.known.word) && !next.known.place;
}

function opensSentence(text: string, word: Word): boolean {
  const ahead = text.slice(Math.max(0, word.start - 6), word.start);
  return /(?:^|[.!?:;\n•*"“([]|^[-–—])\s*$/.test(ahead.slice(-4)) && !/\b(?:Mrs?|Ms|Dr|Prof|St|Sr|Sra)\. $/.test(ahead);
}

function scoreRow(text: string, run: Run, row: Run): Candidate {
  const [first, last] = [row[0], row.at(-1)];
  const start = first?.start ?? 0;
  const end = last?.end ?? 0;
  const words = row.map((word) => word.known.folded);
  const score =
    ownScore(text, row) + contextScore(text, start, end, row.length) - thingScore(text, run, row, words.join(" "));
  return { start, end, words, score };
}

/** Scores the words by themselves. */
function ownScore(text: string, row: Run): number {
  const [first, last] = [row[0], row.at(-1)];
  if (first === undefined || last === undefined) return 0;
  if (row.length === 1) return scoreSingle(first, opensSentence(text, first));
  const middle = row
    .slice(1, -1)
    .every((word) => word.initial || word.known.given || word.known.family || !word.known.word)
    ? 0
    : -1;
  return (
    scoreFirst(first, opensSentence(text, first)) +
    scoreLast(last) +
    pairScore(text, first, last) +
    middle -
    (row.every((word) => word.capitals) ? 0.4 : 0)
  );
}

/** Scores two words that are in no list but have the form of names, or a listed name with such a word. */
function pairScore(text: string, first: Word, last: Word): number {
  const [one, other] = [first.known, last.known];
  if (other.word || other.place || one.word || one.place) return 0;
  const unknown =
    isUnknown(one) &&
    isUnknown(other) &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(first.text) &&
    /^\p{Lu}\p{Ll}{2,}$/u.test(last.text);
  if (unknown) return isEnglishAround(text, first.start, last.end) ? 0.7 : 0;
  const formed = !other.family && !other.given && hasNameForm(other.folded) ? 0.6 : 0;
  if (formed === 0 && !first.initial && hasForeignForm(other.folded)) return 0.8;
  return isJapanese(one.folded) && isJapanese(other.folded) && !(one.given && other.family) ? 0.8 : formed;
}

/**
 * Returns whether the words around are English. There, two unknown words are a name; in other languages they may be
 * anything.
 */
function isEnglishAround(text: string, start: number, end: number): boolean {
  const ahead = /(\p{L}+)[^\p{L}\n]{0,3}$/u.exec(text.slice(Math.max(0, start - 20), start))?.[1];
  const behind = /^[^\p{L}\n]{0,3}(\p{Ll}+)/u.exec(text.slice(end, end + 20))?.[1];
  const around = [ahead, behind].filter((word) => word !== undefined);
  return (
    around.every((word) => !lookUp(word).foreign && isAscii.test(word)) &&
    (around.length === 0 || around.some(isEnglish))
  );
}

const isAscii = /^[\0-\x7f]*$/;

function isEnglish(word: string): boolean {
  const known = lookUp(word);
  return known.word && !known.foreign;
}

function isUnknown({ given, family }: Word["known"]): boolean {
  return !given && !family;
}

function scoreSingle({ known, capitals, text }: Word, opening: boolean): number {
  const { given, family, word, place } = known;
  const shout = capitals ? 1 : 0;
  if (text.length < 3 && !/[^\0-\x7f]/.test(text)) return family && !capitals ? 0.5 : -1;
  if (given && !word && !place) return 2 - shout;
  if (given) return (opening ? (word ? 0.3 : 1) : place ? 1.2 : 1.6) - shout;
  if (family && !word && !place) return (opening ? 1.3 : 1.6) - shout;
  if (family) return (opening ? 0.3 : 0.8) - shout;
  return (place ? 0 : word ? -0.5 : /^\p{Lu}\p{Ll}+$/u.test(text) ? 0.8 : 0.2) - shout;
}

function scoreFirst({ known, initial }: Word, opening: boolean): number {
  if (initial) return 0.8;
  if (known.given) return known.word || known.place ? (opening ? 1.2 : 1.6) : 2;
  if (known.family) return known.word ? 0.6 : 1;
  return known.word ? -0.5 : 0.4;
}

function scoreLast({ known, initial }: Word): number {
  if (initial) return 0.3;
  if (known.family) return known.word ? 0.8 : 1.5;
  if (known.given) return known.word || known.place ? 0.6 : 1.1;
  return known.place || known.word ? 0.2 : 0.9;
}

/** Scores the surrounding text: introductions and labels count most, verbs and roles a little. */
function contextScore(text: string, start: number, end: number, count: number): number {
  const ahead = text
    .slice(Math.max(0, start - 48), start)
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/ ["'“„«(]$/, " ");
  const behind = text.slice(end, end + 48);
  let score = 0;
  if (title.test(ahead)) score += 1.6;
  if (introduction.test(ahead) || label.test(ahead) || singleBefore.test(ahead)) score += 1.6;
  else if (chatTime.test(ahead) && /^>?: /.test(behind)) score += 1.6;
  else if (foreignRole.test(ahead)) score += count > 1 ? 1.1 : 0.8;
  else if (roleBefore.test(ahead) || requestBefore.test(ahead)) score += 1.1;
  else if (clauseBefore.test(ahead)) score += 0.4;
  if (bornAfter.test(behind) || mailAfter.test(behind)) score += 1.5;
  else if (count > 1 && contactAfter.test(behind)) score += 0.9;
  if (personVerb.test(behind)) score += 1.2;
  if (kinAfter.test(behind)) score += 0.8;
  else if (/^['’]s? /.test(behind)) score += 0.3;
  if (count > 1) return score - (/(?:^|[^\p{L}])the $/u.test(ahead) ? 1.2 : 0);
  return score - (/(?:^|[^\p{L}])(?:the|a|an|this|every) $/u.test(ahead) ? 1.2 : 0);
}

/** Scores the evidence that the row is the name of a thing, a place or a company. */
function thingScore(text: string, run: Run, row: Run, phrase: string): number {
  const end = row.at(-1)?.end ?? 0;
  const next = run[run.indexOf(row.at(-1) as Word) + 1];
  let score = 0;
  if (firm.test(phrase) || thingPhrases.has(phrase)) score += 4;
  if (row.length > 1 && brand.has(row.at(-1)?.known.folded ?? "")) score += 1.5;
  if (row.length === 1 && thingName.has(phrase)) score += 1.5;
  if (row.length > 1 && brand.has(row[0]?.known.folded ?? "")) score += 1.5;
  if (row.length > 1 && romancePlace.test(`${row[0]?.text.toLowerCase()} `)) score += 2;
  if (next !== undefined && thingWord.has(next.known.folded) && text.slice(end, next.start) === " ") score += 2.5;
  if (thingAfter.test(text.slice(end, end + 24))) score += row.length > 1 ? 1 : 2;
  if (row.length > 1 && isPlace(phrase)) score += 2.5;
  if (thingAhead.test(text.slice(Math.max(0, (row[0]?.start ?? 0) - 16), row[0]?.start ?? 0).toLowerCase()))
    score += 1.5;
  const previous = run[run.indexOf(row[0] as Word) - 1];
  if (previous !== undefined && placeLead.has(previous.known.folded)) score += 2.5;
  if (inAddress(text, row[0]?.start ?? 0, end)) score += 3;
  const ahead = text.slice(Math.max(0, (row[0]?.start ?? 0) - 14), row[0]?.start ?? 0);
  if (partnerBefore.test(ahead.toLowerCase()) || romancePlace.test(ahead.toLowerCase())) score += 2;
  if (row.length === 1 && isDate(ahead, text.slice(end, end + 6), phrase)) score += 2.5;
  if (
    /(?:&|\bof|\bLake|\bMount|\bFort|\bSt\.|\bPort|\bCape|\bUniversity|\bthe city) $/.test(ahead) ||
    /^ (?:&|\+) /.test(text.slice(end, end + 3))
  )
    score += 1.5;
  if (row.length === 1 && /(?:\b[Ii]n|\b[Aa]t|\bnear|\bfrom|\bacross|\btowards?) $/.test(ahead))
    score += row[0]?.known.given ? 0.6 : 1;
  return score;
}

/** Returns whether a word is a month: "12/Jan/2026", "1. Mai". */
function isDate(ahead: string, behind: string, word: string): boolean {
  if (/\d\/$/.test(ahead)) return /^\/\d/.test(behind);
  return /\d\.? $/.test(ahead) && /^(?:mai|jan|jun|jul|april|august|june|mar|avril|juin|abril|maja|mars)$/.test(word);
}

/** Returns whether a house number precedes the words, or a state and a postal code follow them. */
function inAddress(text: string, start: number, end: number): boolean {
  return (
    streetAhead.test(text.slice(Math.max(0, start - 24), start)) ||
    numberAfter.test(text.slice(end, end + 16)) ||
    houseNumberAhead.test(text.slice(Math.max(0, start - 12), start)) ||
    stateAndCode.test(text.slice(end, end + 10))
  );
}
