export type Block = Record<string, unknown>;

/** A field of an upstream's answer as an object; `{}` for anything else. */
export function block(value: unknown): Block {
  return isBlock(value) ? value : {};
}

export function isBlock(value: unknown): value is Block {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The parsed text, or undefined where it is no JSON. */
export function parsed(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}
