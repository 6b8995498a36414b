import { HttpError } from "#server/errors.ts";
import type { Body } from "./dialect.ts";

/** The 400 for a field a dialect cannot read; `path` is the JSON path the caller sees. */
export function invalid(path: string, expected: string): HttpError {
  return new HttpError(400, `${path}: ${expected}`, { metadata: { path } });
}

export function isRecord(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Throws HttpError 400 unless `value` is an object. */
export function recordAt(value: unknown, path: string): Body {
  if (!isRecord(value)) throw invalid(path, "must be an object");
  return value;
}

/** Throws HttpError 400 unless `value` is an array. */
export function listAt(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(path, "must be an array");
  return value;
}

/** Throws HttpError 400 unless `value` is a string. */
export function stringAt(value: unknown, path: string): string {
  if (typeof value !== "string") throw invalid(path, "must be a string");
  return value;
}

/** `value` when it is a string, without complaint when it is not. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const NONE: Body[] = [];

/** The elements of `value` that are objects; none when it is no array. */
export function recordsOf(value: unknown): readonly Body[] {
  if (!Array.isArray(value)) return NONE;
  return value.every(isRecord) ? value : value.filter(isRecord);
}

/** A copy without the keys whose value is undefined. */
export function defined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
