import { isRecord } from "#lib/is-record.ts";
import type { Body } from "#server/dialects/dialect.ts";
import { invalid, listAt, recordAt } from "#server/dialects/read-field.ts";
import { withNumbersOf } from "#server/json/exact-numbers.ts";

/**
 * Returns an object with its own keys in camel case: Google accepts `inline_data` for `inlineData`. Throws HttpError 400
 * for a key that is not `known`, as Google does, so that no setting is ignored silently.
 */
export function namedFields(value: unknown, path: string, known: ReadonlySet<string>): Body {
  const record = recordAt(value, path);
  const named: Body = {};
  for (const [key, field] of Object.entries(record)) {
    const name = known.has(key) ? key : key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    if (!known.has(name)) throw invalid(fieldPath(path, key), "is not supported here");
    if (field !== undefined && field !== null) named[name] = field;
  }
  return withNumbersOf(record, named);
}

/** Returns an array. Like Google's API, accepts a single object in place of an array of one. Throws HttpError 400 for anything else. */
export function arrayAt(value: unknown, path: string): unknown[] {
  return isRecord(value) ? [value] : listAt(value, path);
}

function fieldPath(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
