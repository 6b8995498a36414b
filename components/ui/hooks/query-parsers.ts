/** How an update changes the browser's history (it replaces the entry by default) and whether it scrolls to the top. */
export type UpdateOptions = { history?: "push" | "replace"; scroll?: boolean };

/** Reads and writes one value of the address. `parse` returns null for text that is not such a value. */
export type Parser<Value> = {
  parse: (text: string) => Value | null;
  serialize: (value: Value) => string;
  fallback: Value | null;
  options: UpdateOptions;
};

/** Any parser, whatever its value. */
export type AnyParser = {
  parse: (text: string) => unknown;
  serialize: (value: never) => string;
  fallback: unknown;
  options: UpdateOptions;
};

type Defaulted<Value> = Parser<Value> & { fallback: NonNullable<Value> };

type Builder<Value, Made = Parser<Value>> = Made & {
  /** The value if the address has none; it is left out of the address. */
  withDefault: (value: NonNullable<Value>) => Builder<Value, Defaulted<Value>>;
  withOptions: (options: UpdateOptions) => Builder<Value, Made>;
};

/** The value that a parser yields: never null if it has a default. */
export type ValueOf<P> = P extends { fallback: infer Fallback; parse: (text: string) => infer Value | null }
  ? null extends Fallback
    ? Value | null
    : Value
  : never;

export const parseAsString = builder<string>({ parse: (text) => text, serialize: (value) => value });
export const parseAsInteger = builder<number>({
  parse: (text) => finite(Number.parseInt(text, 10)),
  serialize: (value) => value.toFixed(),
});
export const parseAsFloat = builder<number>({ parse: (text) => finite(Number.parseFloat(text)), serialize: String });
export const parseAsBoolean = builder<boolean>({
  parse: (text) => text.toLowerCase() === "true",
  serialize: String,
});
export const parseAsIsoDateTime = builder<Date>({
  parse: (text) => (Number.isNaN(Date.parse(text)) ? null : new Date(text)),
  serialize: (value) => value.toISOString(),
});

export function parseAsStringLiteral<const Choice extends string>(choices: readonly Choice[]): Builder<Choice> {
  return builder<Choice>({
    parse: (text) => choices.find((choice) => choice === text) ?? null,
    serialize: (value) => value,
  });
}

/** A list, with commas between its items. */
export function parseAsArrayOf<Item>(item: Parser<Item>): Builder<Item[]> {
  return builder<Item[]>({
    parse: (text) =>
      text === "" ? [] : text.split(",").flatMap((part) => item.parse(part.replaceAll("%2C", ",")) ?? []),
    serialize: (values) => values.map((value) => item.serialize(value).replaceAll(",", "%2C")).join(","),
  });
}

type Basis<Value> = Pick<Parser<Value>, "parse" | "serialize"> & Partial<Parser<Value>>;

function builder<Value>(basis: Basis<Value>): Builder<Value> {
  const parser = { fallback: null, options: {}, ...basis };
  return {
    ...parser,
    withDefault: (fallback) => builder({ ...parser, fallback }) as Builder<Value, Defaulted<Value>>,
    withOptions: (options) => builder({ ...parser, options }),
  };
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}

/**
 * Returns the search part of an address (without `?`) with some values replaced; a null or default value is removed.
 * Characters that need no escape stay readable, as in `model=openai/gpt-5.4-mini`.
 */
export function changedSearch(
  search: string,
  parsers: Record<string, AnyParser>,
  change: Record<string, unknown>,
): string {
  const entries = new Map(new URLSearchParams(search));
  for (const [name, value] of Object.entries(change)) {
    const parser = parsers[name];
    if (!parser || value === undefined) continue;
    const text = value === null ? undefined : parser.serialize(value as never);
    const isDefault = parser.fallback !== null && text === parser.serialize(parser.fallback as never);
    if (text === undefined || isDefault) entries.delete(name);
    else entries.set(name, text);
  }
  return [...entries].map(([name, value]) => `${escapeText(name)}=${escapeText(value)}`).join("&");
}

function escapeText(text: string): string {
  return encodeURIComponent(text)
    .replace(/%(2F|3A|2C|40|24|3B)/g, decodeURIComponent)
    .replaceAll("%20", "+");
}
