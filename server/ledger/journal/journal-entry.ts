import { isRecord } from "#lib/is-record.ts";
import type { LimitUse } from "../limits/row-group.ts";

/** The columns of a row that the totals need; the row has all others too. */
export type Columns = {
  id: string;
  created_at: string;
  cost_nano_usd: number;
  byok_nano_usd?: number | null;
  is_byok: boolean;
};

/** The progress of a request in the journal: some columns of its row. */
export type Step = { id: string; cost_nano_usd: number; byok_nano_usd?: number | null };

/** A journal line: a finished request, a request whose response has started, or the progress of one. */
export type JournalEntry = { kind: "row" | "begun"; row: Columns; uses: LimitUse[] } | { kind: "step"; row: Step };

/** Reads a journal line; returns undefined for an invalid one. */
export function readJournalEntry(text: string | undefined): JournalEntry | undefined {
  const line = text === undefined ? undefined : parseJson(text);
  if (!isRecord(line)) return undefined;
  const { row, begun, step, uses } = line;
  if (isStep(step)) return { kind: "step", row: step };
  if (!isUses(uses)) return undefined;
  if (isColumns(row)) return { kind: "row", row, uses };
  if (isColumns(begun)) return { kind: "begun", row: begun, uses };
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isStep(value: unknown): value is Step & Record<string, unknown> {
  if (!isRecord(value) || typeof value.id !== "string" || !Number.isSafeInteger(value.cost_nano_usd)) return false;
  return value.byok_nano_usd === undefined || value.byok_nano_usd === null || Number.isSafeInteger(value.byok_nano_usd);
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
