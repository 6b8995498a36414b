import type { LimitUse } from "../limits/group.ts";

/** The columns of a row that its sums are made of; it has all others too. */
export type Columns = { id: string; created_at: string; cost_nano_usd: number; is_byok: boolean };

/** What is known of a call since its answer began: some of the columns of its row. */
export type Step = { id: string; cost_nano_usd: number };

/** A line of the journal: a finished call, one whose answer has begun, or how far that is. */
export type JournalEntry = { kind: "row" | "begun"; row: Columns; uses: LimitUse[] } | { kind: "step"; row: Step };

/** Reads a line; undefined for one that is none of the ledger's. */
export function readJournalEntry(text: string | undefined): JournalEntry | undefined {
  const line = text === undefined ? undefined : parsed(text);
  if (!isRecord(line)) return undefined;
  const { row, begun, step, uses } = line;
  if (isStep(step)) return { kind: "step", row: step };
  if (!isUses(uses)) return undefined;
  if (isColumns(row)) return { kind: "row", row, uses };
  if (isColumns(begun)) return { kind: "begun", row: begun, uses };
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isStep(value: unknown): value is Step & Record<string, unknown> {
  return isRecord(value) && typeof value.id === "string" && Number.isSafeInteger(value.cost_nano_usd);
}

function isColumns(value: unknown): value is Columns {
  if (!isRecord(value) || !isStep(value) || typeof value.is_byok !== "boolean") return false;
  return typeof value.created_at === "string" && !Number.isNaN(Date.parse(value.created_at));
}

const USE_TEXTS = ["account", "periodStart", "payerKind", "payerId"] as const;

function isUses(value: unknown): value is LimitUse[] {
  if (!Array.isArray(value)) return false;
  return value.every(
    (use) =>
      isRecord(use) && USE_TEXTS.every((name) => typeof use[name] === "string") && Number.isSafeInteger(use.nanoUsd),
  );
}
