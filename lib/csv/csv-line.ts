export type CsvValue = string | number | boolean | null | undefined;

/** Texts that a spreadsheet would run as a formula (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const QUOTED = /[",\r\n]/;

/**
 * Returns one line of CSV (RFC 4180), with its line break. A text that a spreadsheet would run as a formula gets a
 * leading apostrophe; numbers stay as they are. Null and undefined are empty.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(cellOf).join(",")}\r\n`;
}

function cellOf(value: CsvValue): string {
  if (typeof value !== "string") return value === null || value === undefined ? "" : String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
