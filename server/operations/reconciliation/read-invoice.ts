import { pipeline, Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { INVOICE_FORMATS, type InvoiceFormat } from "#lib/contract/reconciliation.ts";
import { HttpError } from "#server/errors.ts";
import { type Amount, parseAmount } from "./amount.ts";
import { formatOf, INVOICE_COLUMNS, type InvoiceColumns } from "./invoice-formats.ts";
import { modelKey } from "./model-key.ts";

/** What a file states about a day and model; null is what its format does not state. */
export type InvoiceLine = {
  day: string;
  key: string;
  /** As the file names it. */
  model: string;
  cost: Amount | null;
  /** By how much the file's amounts may be rounded. */
  rounding: Amount;
  requests: number | null;
  prompt: number | null;
  completion: number | null;
  cached: number | null;
};

export type Invoice = {
  format: InvoiceFormat;
  columns: InvoiceColumns;
  records: number;
  /** By day and model key, as `lineId` joins them. */
  lines: Map<string, InvoiceLine>;
};

/** Most days times models of a file. */
export const MOST_LINES = 5_000;
const MOST_RECORD_BYTES = 64 * 1024;
const DAY = /^(20\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))(?![\d-])/;

type Row = Record<string, string>;

export function lineId(day: string, key: string): string {
  return `${day} ${key}`;
}

/**
 * Reads a provider's export record by record and adds up its days and models. Throws 400, with the line, for a file that
 * is not CSV, has unknown columns or an invalid value, or has too many days and models.
 */
export async function readInvoice(bytes: AsyncIterable<Uint8Array>): Promise<Invoice> {
  const invoice = { records: 0, lines: new Map<string, InvoiceLine>() };
  let format: InvoiceFormat | undefined;
  const parser = parse({
    bom: true,
    trim: true,
    info: true,
    skip_empty_lines: true,
    max_record_size: MOST_RECORD_BYTES,
    columns: (header: string[]) => {
      const names = header.map((name) => name.toLowerCase());
      format = formatOf(names);
      if (!format) throw unknownColumns(header);
      return names;
    },
  });
  try {
    // The loop throws what either stream fails with.
    pipeline(Readable.from(bytes), parser, () => undefined);
    for await (const { record, info } of parser) {
      add(invoice, INVOICE_COLUMNS[format as InvoiceFormat], record as Row, info.lines as number);
    }
  } catch (thrown) {
    if (thrown instanceof CsvError) throw csvError(thrown);
    throw thrown;
  }
  if (!format) throw new HttpError(400, "The file is empty");
  if (invoice.lines.size === 0) throw new HttpError(400, "The file has no records with usage or costs");
  return { ...invoice, format, columns: INVOICE_COLUMNS[format] };
}

function add(
  invoice: Pick<Invoice, "lines"> & { records: number },
  columns: InvoiceColumns,
  row: Row,
  atLine: number,
): void {
  invoice.records += 1;
  const values = [...(columns.cost ?? []), ...(columns.prompt ?? [])].map((name) => row[name]);
  // OpenAI writes a record without values for each day without usage.
  if (values.every((value) => !value)) return;
  const [, day] = DAY.exec(row[columns.date] ?? "") ?? [];
  if (!day || !isDay(day)) throw invalid(atLine, columns.date, "must start with a date such as 2026-11-24");
  requireUsd(columns, row, atLine);
  const named = (columns.model && row[columns.model]) ?? "";
  const model = columns.model === "line_item" ? (named.split(",")[0] as string) : named;
  const key = modelKey(model);
  const line = invoice.lines.get(lineId(day, key)) ?? emptyLine(columns, day, key, model);
  for (const name of columns.cost ?? []) {
    const { amount, halfStep } = amountIn(row, name, atLine);
    line.cost = (line.cost ?? 0n) + amount;
    line.rounding += halfStep;
  }
  line.requests =
    columns.requests === "records" ? (line.requests ?? 0) + 1 : addAmount(line.requests, columns.requests);
  for (const name of columns.prompt ?? []) line.prompt = addAmount(line.prompt, name);
  line.completion = addAmount(line.completion, columns.completion);
  line.cached = addAmount(line.cached, columns.cached);
  invoice.lines.set(lineId(day, key), line);
  if (invoice.lines.size > MOST_LINES)
    throw new HttpError(400, `The file has more than ${MOST_LINES} days and models; export a shorter time range`);

  function addAmount(sum: number | null, name: string | undefined): number | null {
    return name === undefined || !(name in row) ? sum : (sum ?? 0) + countIn(row, name, atLine);
  }
}

function isDay(text: string): boolean {
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

function emptyLine({ cost }: InvoiceColumns, day: string, key: string, model: string): InvoiceLine {
  const counts = { requests: null, prompt: null, completion: null, cached: null };
  return { day, key, model, cost: cost ? 0n : null, rounding: 0n, ...counts };
}

function requireUsd({ currency }: InvoiceColumns, row: Row, atLine: number): void {
  const given = currency && row[currency];
  if (given && given.toLowerCase() !== "usd") throw invalid(atLine, currency, "must be usd");
}

function amountIn(row: Row, name: string, atLine: number) {
  const parsed = parseAmount((row[name] ?? "").replace(/^\$/, "") || "0");
  if (!parsed) throw invalid(atLine, name, "must be a decimal number");
  return parsed;
}

/** Counts may be written with a decimal point: `59200.0`. */
function countIn(row: Row, name: string, atLine: number): number {
  const [, digits] = /^(\d{1,15})(?:\.0*)?$/.exec(row[name] || "0") ?? [];
  if (digits === undefined) throw invalid(atLine, name, "must be a whole number");
  return Number(digits);
}

function invalid(atLine: number, name: string, rule: string): HttpError {
  return new HttpError(400, `Invalid file: line ${atLine}: ${name}: ${rule}`);
}

function unknownColumns(header: readonly string[]): HttpError {
  const known = Object.values(INVOICE_FORMATS).join("; ");
  const found = header.slice(0, 10).join(", ").slice(0, 200);
  return new HttpError(400, `Invalid file: unknown columns (${found}). Supported exports: ${known}`);
}

function csvError({ code, lines }: CsvError): HttpError {
  const rule = CSV_ERRORS[code] ?? "it is not a valid CSV file";
  return new HttpError(400, `Invalid file: ${lines === undefined ? "" : `line ${lines}: `}${rule}`);
}

const CSV_ERRORS: Record<string, string> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: "it has more or fewer cells than the header",
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: "it has more or fewer cells than the header",
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
  CSV_INVALID_CLOSING_QUOTE: "a quote is closed within a cell",
  CSV_MAX_RECORD_SIZE: `a record has more than ${MOST_RECORD_BYTES} bytes`,
};
