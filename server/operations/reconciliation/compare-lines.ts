import type { RECONCILIATION_REASONS } from "#lib/contract/reconciliation.ts";
import { type Amount, HALF_NANO_USD } from "./amount.ts";
import type { LedgerLine } from "./ledger-lines.ts";
import { type InvoiceLine, lineId } from "./read-invoice.ts";

export type Reason = (typeof RECONCILIATION_REASONS)[number];

export type ComparedLine = {
  day: string;
  key: string;
  file: InvoiceLine | undefined;
  ledger: LedgerLine | undefined;
  /** File less ledger; null if the file states no costs. */
  difference: Amount | null;
  agrees: boolean;
  reasons: Reason[];
};

/** Compares each day and model of a file and of the ledger, by day and model key. */
export function compareLines(
  file: ReadonlyMap<string, InvoiceLine>,
  ledger: ReadonlyMap<string, LedgerLine>,
  hasCosts: boolean,
): ComparedLine[] {
  const ids = [...new Set([...file.keys(), ...ledger.keys()])].sort();
  const lines = ids.map((id) => compare(file.get(id), ledger.get(id), hasCosts));
  const byId = new Map(lines.map((line) => [lineId(line.day, line.key), line]));
  for (const line of lines) {
    if (!line.agrees && isAtBoundary(line, byId)) line.reasons.unshift("day_boundary");
  }
  return lines;
}

function compare(file: InvoiceLine | undefined, ledger: LedgerLine | undefined, hasCosts: boolean): ComparedLine {
  const { day, key } = (file ?? ledger) as InvoiceLine | LedgerLine;
  const difference = hasCosts ? (file?.cost ?? 0n) - (ledger?.cost ?? 0n) : null;
  const line = { day, key, file, ledger, difference };
  if (!file || !ledger) {
    const isFree = isEmpty(file, hasCosts) && isEmpty(ledger, hasCosts);
    return {
      ...line,
      agrees: isFree,
      reasons: [isFree ? "no_charge" : file ? "missing_in_ledger" : "missing_in_file"],
    };
  }
  const reasons = [...tokenReasons(file, ledger)];
  const costs = costReasons(file, ledger, reasons.length > 0);
  return { ...line, agrees: reasons.length === 0 && costs.agrees, reasons: [...reasons, ...costs.reasons] };
}

/** Whether one side has nothing that the other one could state. */
function isEmpty(line: InvoiceLine | LedgerLine | undefined, hasCosts: boolean): boolean {
  if (!line) return true;
  return hasCosts ? line.cost === 0n : !line.prompt && !line.completion;
}

function tokenReasons(file: InvoiceLine, ledger: LedgerLine): Reason[] {
  const differs = (name: "prompt" | "completion" | "cached") => file[name] !== null && file[name] !== ledger[name];
  if (!differs("prompt") && !differs("completion")) return differs("cached") ? ["cached_tokens"] : [];
  if (differs("completion")) return ["token_counts"];
  // One side counts cached tokens as part of the prompt, the other one separately.
  const gap = Math.abs((file.prompt as number) - ledger.prompt);
  return gap === ledger.cached || gap === file.cached ? ["cached_tokens"] : ["token_counts"];
}

function costReasons(
  file: InvoiceLine,
  ledger: LedgerLine,
  tokensDiffer: boolean,
): { agrees: boolean; reasons: Reason[] } {
  if (file.cost === null) return { agrees: true, reasons: [] };
  const gap = absolute(file.cost - ledger.cost);
  if (gap === 0n) return { agrees: true, reasons: [] };
  if (gap <= roundingOf(file, ledger)) return { agrees: true, reasons: ["rounding"] };
  if (file.cost === 0n) return { agrees: false, reasons: ["no_charge"] };
  const knowsTokens = file.prompt !== null && file.completion !== null;
  if (!knowsTokens) return { agrees: false, reasons: ["cost"] };
  return { agrees: false, reasons: tokensDiffer ? [] : ["price"] };
}

/** The file rounds each of its amounts, and the ledger the cost of each request. */
function roundingOf(file: InvoiceLine | undefined, ledger: LedgerLine | undefined): Amount {
  return (file?.rounding ?? 0n) + BigInt(ledger?.requests ?? 0) * HALF_NANO_USD;
}

const DAY_MS = 86_400_000;

/** Whether the line and the same model's line of the day before or after add up to the same on both sides. */
function isAtBoundary(line: ComparedLine, byId: ReadonlyMap<string, ComparedLine>): boolean {
  const at = Date.parse(line.day);
  return [at - DAY_MS, at + DAY_MS].some((ms) => {
    const other = byId.get(lineId(new Date(ms).toISOString().slice(0, 10), line.key));
    return other !== undefined && !other.agrees && addsUp(line, other);
  });
}

function addsUp(one: ComparedLine, other: ComparedLine): boolean {
  if (one.difference !== null && other.difference !== null) {
    const rounding = roundingOf(one.file, one.ledger) + roundingOf(other.file, other.ledger);
    return absolute(one.difference + other.difference) <= rounding;
  }
  return (["prompt", "completion"] as const).every((name) => {
    const gap = (line: ComparedLine) => (line.file?.[name] ?? 0) - (line.ledger?.[name] ?? 0);
    return gap(one) + gap(other) === 0;
  });
}

function absolute(amount: Amount): Amount {
  return amount < 0n ? -amount : amount;
}
