import type { JSONObject, JSONValue } from "@ai-sdk/provider";
import { isRecord } from "#lib/is-record.ts";
import { HttpError } from "#server/errors.ts";

/** Returns a 400 that names the path in the request body, e.g. `messages[2].content[0].source: must be an object`. */
export function invalidField(path: string, what: string): HttpError {
  return new HttpError(400, `${path}: ${what}`);
}

/** Returns whether a parsed JSON value is an object. */
export const isObject = isRecord as (value: unknown) => value is JSONObject;

export function object(value: unknown, path: string): JSONObject {
  if (!isObject(value)) throw invalidField(path, "must be an object");
  return value;
}

export function list(value: unknown, path: string): JSONValue[] {
  if (!Array.isArray(value)) throw invalidField(path, "must be an array");
  return value;
}

export function text(value: unknown, path: string): string {
  if (typeof value !== "string") throw invalidField(path, "must be a string");
  return value;
}

/** Reads an optional field. In this dialect, `null` means the same as a missing field. */
export function optional<Value>(
  value: unknown,
  path: string,
  read: (value: unknown, path: string) => Value,
): Value | undefined {
  return value === undefined || value === null ? undefined : read(value, path);
}

export function number(value: unknown, path: string): number {
  if (typeof value !== "number") throw invalidField(path, "must be a number");
  return value;
}

export function integer(value: unknown, path: string): number {
  if (!Number.isInteger(value)) throw invalidField(path, "must be an integer");
  return value as number;
}

export function flag(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw invalidField(path, "must be a boolean");
  return value;
}

export function textList(value: unknown, path: string): string[] {
  return list(value, path).map((item, index) => text(item, `${path}[${index}]`));
}

export function oneOf<Word extends string>(words: readonly Word[]): (value: unknown, path: string) => Word {
  return (value, path) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw invalidField(path, `must be one of ${words.join(", ")}`);
    return word;
  };
}

/** Reads an array of blocks, each an object with a `type`. */
export function blocks(value: unknown, path: string): { block: JSONObject; type: string; path: string }[] {
  return list(value, path).map((item, index) => {
    const at = `${path}[${index}]`;
    const block = object(item, at);
    return { block, type: text(block.type, `${at}.type`), path: at };
  });
}
