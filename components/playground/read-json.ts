import { isRecord } from "#lib/is-record.ts";

export type Json = Record<string, unknown>;

/** Returns a record, or an empty one: streams are read leniently. */
export function recordOf(value: unknown): Json {
  return isRecord(value) ? value : {};
}

export function recordsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}
