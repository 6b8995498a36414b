/** Names for removed values, one set per request: the same value always has the same name. */
export type Placeholders = {
  /** Returns the name of `value`, e.g. `[EMAIL_1]`; a new one for a new value. */
  nameFor: (label: string, value: string) => string;
  /** Replaces the names in a text with their values. */
  restore: (text: string) => string;
  /** Returns the values by the names assigned so far. */
  named: () => ReadonlyMap<string, string>;
  /** Reserves the names that a caller's own text already contains. */
  avoid: (text: string) => void;
};

/** A name as it occurs in a text. */
export const namePattern = /\[[A-Z][A-Z0-9_]*_\d{1,9}\]/g;

export function createPlaceholders(): Placeholders {
  const names = new Map<string, string>();
  const values = new Map<string, string>();
  const counts = new Map<string, number>();
  const reservedNames = new Set<string>();
  const nextName = (label: string): string => {
    const count = (counts.get(label) ?? 0) + 1;
    counts.set(label, count);
    const name = `[${label}_${count}]`;
    return reservedNames.has(name) ? nextName(label) : name;
  };
  return {
    nameFor: (label, value) => {
      const key = `${label}\n${value}`;
      const existing = names.get(key);
      if (existing !== undefined) return existing;
      const name = nextName(placeholderLabel(label));
      names.set(key, name);
      values.set(name, value);
      return name;
    },
    restore: (text) => text.replace(namePattern, (name) => values.get(name) ?? name),
    named: () => new Map(values),
    avoid: (text) => {
      for (const name of text.match(namePattern) ?? []) if (!values.has(name)) reservedNames.add(name);
    },
  };
}

/** Returns a label in the form used in placeholders: capitals, digits and underscores. */
export function placeholderLabel(label: string): string {
  const plain = label
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, "_")
    .replace(/^[_\d]+|_+$/g, "");
  return plain === "" ? "REDACTED" : plain.slice(0, 40);
}
