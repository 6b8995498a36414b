export type Block = Record<string, unknown>;

/** Returns a field of an upstream's response as an object; `{}` for anything else. */
export function block(value: unknown): Block {
  return isBlock(value) ? value : {};
}

export function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the parsed text; undefined for invalid JSON. */
export function parsed(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
