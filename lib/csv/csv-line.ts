/** An exact number as decimal text, which is written unchanged: `{ decimal: "-0.000000001" }`. */
export type CsvDecimal = { decimal: string };

export type CsvValue = string | number | boolean | CsvDecimal | null | undefined;

/** Texts that a spreadsheet would run as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/**
 * Returns one line of CSV (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets a
 * leading apostrophe; numbers and decimals stay as they are. Null and undefined are empty.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: CsvValue): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "object") return value.decimal;
  if (typeof value !== "string") return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
