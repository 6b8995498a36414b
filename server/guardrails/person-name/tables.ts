import type { Span } from "../rule.ts";

/** Finds names in columns with a heading for names, and in lists of passengers. */
export function findTableNames(text: string): Span[] {
  const spans: Span[] = [];
  if (slashed.test(text)) for (const match of text.matchAll(passenger)) spans.push(spanOf(match.index, match[1] ?? ""));
  for (let from = 0, end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
    const line = end - from > longestHeading ? "" : text.slice(from, end);
    if (isHeading.test(line)) for (const span of cellsBelow(text, from, line)) spans.push(span);
    from = end + 1;
  }
  return spans;
}

const slashed = /\p{Lu}\/\p{Lu}/u;
const passenger = /(?<![\p{L}/])(\p{Lu}{2,20}\/\p{Lu}{2,20}(?: \p{Lu}{2,20})?)(?= (?:MR|MRS|MS|MISS|MSTR|CHD|INF)\b)/gu;

const nameColumn =
  "(?:(?:full|first|last|given|family|middle|customer|contact|patient|employee|guest|client|student|passenger|holder)[ _-]?names?|surname|name|vorname|nachname|nombre|apellidos?|prénom|nom|cognome|nome|sobrenome|naam|achternaam|voornaam|imię|nazwisko|jméno|příjmení|förnamn|efternamn|etunimi|sukunimi|фамилия|имя|фио|ad|soyad)";
const isHeading = /^[\p{L}_ "-]{1,30}(?:[;,\t|][\p{L}_ "-]{1,30}){1,12}\r?$/u;
/** Longer lines are not headings. */
const longestHeading = 160;
const isNameColumn = new RegExp(`^${nameColumn}$`, "iu");
const isName = /^\p{Lu}[\p{L}\p{M}'’.-]{1,30}(?: [\p{L}\p{M}'’.-]{1,30}){0,3}$/u;
/** The maximum number of rows that are read below a heading. */
const mostRows = 2000;

function* cellsBelow(text: string, start: number, head: string): Generator<Span> {
  const separator = /[;,\t|]/.exec(head)?.[0] ?? ",";
  const isOfName = head.split(separator).map((column) => isNameColumn.test(column.replaceAll('"', "").trim()));
  if (!isOfName.includes(true)) return;
  let from = text.indexOf("\n", start + head.length) + 1;
  for (let row = 0; row < mostRows && from > 0 && from < text.length; row += 1) {
    const lineEnd = text.indexOf("\n", from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const cells = text.slice(from, Math.min(end, from + 1000)).split(separator);
    if (cells.length !== isOfName.length) return;
    let at = from;
    for (const [index, cell] of cells.entries()) {
      const value = cell.trim().replace(/^"|"$/g, "");
      if (isOfName[index] === true && isName.test(value)) yield spanOf(at + cell.indexOf(value), value);
      at += cell.length + 1;
    }
    from = lineEnd < 0 ? text.length : lineEnd + 1;
  }
}

function spanOf(start: number, name: string): Span {
  return { start, end: start + name.length, slug: "person-name" };
}
