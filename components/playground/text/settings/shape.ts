import { isRecord } from "#lib/is-record.ts";

/** Reads an unknown value; undefined if it does not have the shape. */
export type Shape<Value> = (value: unknown) => Value | undefined;

/** The type that a shape reads. */
export type ReadBy<Reader> = Reader extends Shape<infer Value> ? Value : never;

// Not Zod: even its mini version added 21 kB to the playground's script, only for stored data and links.
export const text: Shape<string> = (value) => (typeof value === "string" ? value : undefined);
export const number: Shape<number> = (value) => (Number.isFinite(value) ? (value as number) : undefined);
export const flag: Shape<boolean> = (value) => (typeof value === "boolean" ? value : undefined);

export const oneOf =
  <const Value extends string>(...values: readonly Value[]): Shape<Value> =>
  (value) =>
    values.find((one) => one === value);

export const either =
  <First, Second>(first: Shape<First>, second: Shape<Second>): Shape<First | Second> =>
  (value) =>
    first(value) ?? second(value);

/** Missing values get the fallback; present ones must have the shape. */
export const withDefault =
  <Value>(shape: Shape<Value>, fallback: NoInfer<Value>): Shape<Value> =>
  (value) =>
    value === undefined ? fallback : shape(value);

export const textOf =
  (leastCharacters: number, mostCharacters: number): Shape<string> =>
  (value) =>
    typeof value === "string" && value.length >= leastCharacters && value.length <= mostCharacters ? value : undefined;

export function listOf<Value>(shape: Shape<Value>, least = 0, most = Number.POSITIVE_INFINITY): Shape<Value[]> {
  return (value) => {
    if (!Array.isArray(value) || value.length < least || value.length > most) return undefined;
    const read = value.map(shape).filter((one) => one !== undefined);
    return read.length === value.length ? read : undefined;
  };
}

/** An object with arbitrary names. */
export function recordOf<Value>(shape: Shape<Value>): Shape<Record<string, Value>> {
  return (value) => {
    if (!isRecord(value)) return undefined;
    const read = Object.entries(value).flatMap(([name, one]) => {
      const found = shape(one);
      return found === undefined ? [] : [[name, found] as const];
    });
    return read.length === Object.keys(value).length ? Object.fromEntries(read) : undefined;
  };
}

export const anything: Shape<unknown> = (value) => value;

type Fields = Readonly<Record<string, Shape<unknown>>>;
type ReadFields<Shapes extends Fields> = { [Name in keyof Shapes]: ReadBy<Shapes[Name]> };

/** An object with these fields; others are dropped. */
export function fields<const Shapes extends Fields>(shapes: Shapes): Shape<ReadFields<Shapes>> {
  return (value) => {
    if (!isRecord(value)) return undefined;
    const read = Object.entries(shapes).map(([name, shape]) => [name, shape(value[name])] as const);
    if (read.some(([, one]) => one === undefined)) return undefined;
    return Object.fromEntries(read) as ReadFields<Shapes>;
  };
}

/** The same, keeping all other fields. */
export function looseFields<const Shapes extends Fields>(shapes: Shapes): Shape<ReadFields<Shapes>> {
  const known = fields(shapes);
  return (value) => {
    const read = known(value);
    return read && { ...(value as object), ...read };
  };
}
