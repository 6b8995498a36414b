import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";
import type { Body } from "./dialect.ts";

/** Returns the 400 error for an invalid field; `path` is the JSON path in the request. */
export function invalid(path: string, expected: string): HttpError {
  return new HttpError(400, `${path}: ${expected}`, { metadata: { path } });
}

/** Returns an object. Throws HttpError 400 for anything else. */
export function recordAt(value: unknown, path: string): Body {
  if (!isRecord(value)) throw invalid(path, "must be an object");
  return value;
}

/** Returns an array. Throws HttpError 400 for anything else. */
export function listAt(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) throw invalid(path, "must be an array");
  return value;
}

/** Returns a string. Throws HttpError 400 for anything else. */
export function stringAt(value: unknown, path: string): string {
  if (typeof value !== "string") throw invalid(path, "must be a string");
  return value;
}

/** Returns `value` if it is a string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

const NONE: Body[] = [];

/** Returns the elements of `value` that are objects; an empty list if it is not an array. */
export function recordsOf(value: unknown): readonly Body[] {
  if (!Array.isArray(value)) return NONE;
  return value.every(isRecord) ? value : value.filter(isRecord);
}

/** Returns a copy without undefined values. */
export function omitUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T;
}
