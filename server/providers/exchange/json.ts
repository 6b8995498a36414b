import { isRecord } from "#lib/is-record.ts";

export type Block = Record<string, unknown>;

/** Returns a field of an upstream's response as an object; `{}` for anything else. */
export function block(value: unknown): Block {
  return isRecord(value) ? value : {};
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the parsed text; undefined for invalid JSON. */
export function tryParse(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
