import { isRecord } from "#lib/is-record.ts";
import { originalNumber, renameNumber } from "#server/json/exact-numbers.ts";
import type { Body, TextSlot } from "./dialect.ts";
import { parseJson } from "./parse-json.ts";

type Role = TextSlot["role"];
type Container = Body | unknown[];

/** Returns a slot for the string at `container[key]`; empty if the value is not a string. */
export function slotAt(container: Container, key: string | number, path: string, role: Role): TextSlot[] {
  const holder = container as Record<string | number, unknown>;
  const text = holder[key];
  if (typeof text !== "string") return [];
  return [textSlot(role, path, text, (replacement) => (holder[key] = replacement))];
}

/** Returns slots for every string within `container[key]`, except under the keys in `skipped`. */
export function leavesAt(
  container: Container,
  key: string | number,
  path: string,
  role: Role,
  skipped: ReadonlySet<string> = noKeys,
): TextSlot[] {
  const value = (container as Record<string | number, unknown>)[key];
  if (typeof value === "string") return slotAt(container, key, path, role);
  if (Array.isArray(value)) {
    return value.flatMap((_, index) => leavesAt(value, index, `${path}[${index}]`, role, skipped));
  }
  if (!isRecord(value)) return [];
  const keys = Object.keys(value).filter((name) => !skipped.has(name));
  return keys.flatMap((name) => leavesAt(value, name, `${path}.${name}`, role, skipped));
}

/** Returns slots for the keys within `container[key]` that are not plain names, except under the keys in `skipped`. */
export function oddKeysAt(
  container: Container,
  key: string | number,
  path: string,
  role: Role,
  skipped: ReadonlySet<string>,
): TextSlot[] {
  const value = (container as Record<string | number, unknown>)[key];
  if (Array.isArray(value))
    return value.flatMap((_, index) => oddKeysAt(value, index, `${path}[${index}]`, role, skipped));
  if (!isRecord(value)) return [];
  const names = Object.keys(value).filter((name) => !skipped.has(name));
  return [
    ...names.flatMap((name) => oddKeysAt(value, name, `${path}.${name}`, role, skipped)),
    ...names.filter((name) => !PLAIN_NAME.test(name)).map((name) => keySlot(value, name, path, role)),
  ];
}

/**
 * Returns slots for the strings within a JSON string, such as call arguments. The JSON is serialized again only if one
 * of them is replaced. A string that is not a JSON object or array is one text.
 */
export function jsonSlotsAt(container: Body, key: string, path: string, role: Role): TextSlot[] {
  const source = container[key];
  if (typeof source !== "string") return leavesAt(container, key, path, role);
  const root = { value: parseJson(source) };
  if (typeof root.value !== "object" || root.value === null) return slotAt(container, key, path, role);
  const write = serializeOnRead(container, key, () => JSON.stringify(root.value));
  return dataAt(root, "value", path, role).map((leaf) =>
    textSlot(role, leaf.path, leaf.text, (replacement) => {
      leaf.replace(replacement);
      write();
    }),
  );
}

/**
 * Replaces `container[key]` with a value that `make` computes on first read: thousands of replacements serialize once.
 */
function serializeOnRead(container: Body, key: string, make: () => string): () => void {
  let cached: string | undefined;
  let isSet = false;
  const settle = (value: unknown) =>
    Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
  return () => {
    cached = undefined;
    if (isSet) return;
    isSet = true;
    const get = () => (cached ??= make());
    Object.defineProperty(container, key, { get, set: settle, enumerable: true, configurable: true });
  };
}

/**
 * Returns slots for a value whose structure only a tool knows: every string, numbers as long as a card number (which
 * become strings if replaced), and keys that are not plain names. Keys come last, so that values can still be found by
 * them.
 */
export function dataAt(container: Container, key: string | number, path: string, role: Role): TextSlot[] {
  const holder = container as Record<string | number, unknown>;
  const value = holder[key];
  if (typeof value === "number") {
    return textsOf(value, originalNumber(container, key)).map((text) =>
      textSlot(role, path, text, (replacement) => (holder[key] = replacement)),
    );
  }
  if (Array.isArray(value)) return value.flatMap((_, index) => dataAt(value, index, `${path}[${index}]`, role));
  if (!isRecord(value)) return slotAt(container, key, path, role);
  const names = Object.keys(value);
  const odd = names.filter((name) => !PLAIN_NAME.test(name));
  return [
    ...names.flatMap((name) => dataAt(value, name, `${path}.${name}`, role)),
    ...odd.map((name) => keySlot(value, name, path, role)),
  ];
}

/** Returns a slot for a key of a record, which is renamed in place; `renamed` is called with the new name. */
export function keySlot(
  record: Body,
  name: string,
  path: string,
  role: Role,
  renamed?: (name: string) => void,
): TextSlot {
  return textSlot(role, `${path} (key)`, name, (replacement) => {
    rename(record, name, replacement);
    renamed?.(replacement);
  });
}

const LONG_NUMBER = 1_000_000;
const DIGITS = /^-?\d+$/;

/**
 * Returns a number's digits as written if JavaScript would change them, and also its value if it is not written as
 * plain digits.
 */
function textsOf(value: number, written: string | undefined): string[] {
  if (written === undefined) return Math.abs(value) >= LONG_NUMBER ? [String(value)] : [];
  return DIGITS.test(written) ? [written] : [String(value), written];
}

/** Matches a name that is structure rather than text. */
export const PLAIN_NAME = /^[A-Za-z_$][\w$.-]{0,40}$/;

/** Renames a key in its position. */
function rename(record: Body, name: string, replacement: string): void {
  const entries = Object.entries(record);
  for (const [key] of entries) delete record[key];
  for (const [key, value] of entries) record[key === name ? replacement : key] = value;
  renameNumber(record, name, replacement);
}

const noKeys: ReadonlySet<string> = new Set();

function textSlot(role: Role, path: string, text: string, write: (text: string) => void): TextSlot {
  const slot: TextSlot = {
    role,
    path,
    text,
    replace(replacement) {
      if (replacement === slot.text) return;
      slot.text = replacement;
      write(replacement);
    },
  };
  return slot;
}
