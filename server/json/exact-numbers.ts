type Holder = Record<string, unknown>;
type Written = { value: number; source: string };

// What stands in no type library yet. JSON.stringify writes it as it is, a number of any length.
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/**
 * Numbers that are not what was written, by the record or list that holds them and their key in it. They are ordinary
 * numbers to everybody who reads, computes and checks; only where JSON is written do they become what they were.
 */
const writtenIn = new WeakMap<object, Map<string, Written>>();

/** Postgres holds no JSON number with more digits before or after its point, and nobody means one. */
const MOST_DIGITS = 8_000;

/**
 * Puts a number that reading changes (`isChanged`) in its place, as it is read. JSON.stringify writes it as it stood,
 * whoever calls it, as long as it stays where it is: `withNumbersOf` takes it along into a copy.
 */
export function putNumber(holder: object, key: string, source: string): void {
  const value = Number(source);
  (holder as Holder)[key] = value;
  remember(holder, key, { value, source });
}

/** The text of the number at `holder[key]` where it is not what was written. */
export function writtenNumber(holder: object, key: string | number): string | undefined {
  const written = writtenIn.get(holder)?.get(String(key));
  return written && isStill(holder, String(key), written) ? written.source : undefined;
}

/** `copy`, whose fields are those of `original` or changed ones, with the numbers of `original` as they were written. */
export function withNumbersOf<Copy extends object>(original: object, copy: Copy): Copy {
  const numbers = copy === original ? undefined : writtenIn.get(original);
  for (const [key, written] of numbers ?? []) if (isStill(copy, key, written)) remember(copy, key, written);
  return copy;
}

/**
 * A copy that everybody writes as JSON with the numbers as they stood, whoever copies it before, field by field; nobody
 * can compute with them. The same value where no number is another one to JavaScript.
 */
export function withRawNumbers<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  let copy: Holder | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const source = typeof inner === "number" ? writtenNumber(value, key) : undefined;
    const raw = source === undefined ? withRawNumbers(inner) : rawJSON(source);
    if (raw === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Holder;
    copy[key] = raw;
  }
  return (copy as Value | undefined) ?? value;
}

/** A field of a record has got another name. */
export function renameNumber(record: object, name: string, other: string): void {
  const numbers = writtenIn.get(record);
  const written = numbers?.get(name);
  if (written) numbers?.set(other, written);
}

function remember(holder: object, key: string, written: Written): void {
  const known = writtenIn.get(holder);
  if (known) known.set(key, written);
  // A field of the caller's own with this name would have to give way.
  else if (!Object.hasOwn(holder, "toJSON")) {
    writtenIn.set(holder, new Map([[key, written]]));
    // Not enumerable, so that nobody who goes through the fields or copies them meets it.
    Object.defineProperty(holder, "toJSON", { value: asWritten, configurable: true });
  }
}

/** What JSON.stringify writes in place of a record or a list. */
function asWritten(this: Holder): unknown {
  const copy = (Array.isArray(this) ? [...this] : { ...this }) as Holder;
  for (const [key, written] of writtenIn.get(this) ?? []) {
    if (isStill(this, key, written)) copy[key] = rawJSON(written.source);
  }
  return copy;
}

function isStill(holder: object, key: string, { value }: Written): boolean {
  return Object.hasOwn(holder, key) && Object.is((holder as Holder)[key], value);
}

/** Is a number another one to JavaScript than was written? `1.0`, `1` and `1e0` are one. */
export function isChanged(source: string): boolean {
  const told = String(Number(source));
  if (told === source || source.length > MOST_DIGITS) return false;
  // Of two whole numbers no further look is needed.
  if (WHOLE.test(source) && WHOLE.test(told)) return true;
  const one = decimalOf(source);
  if (!one || Math.abs(one.exponent) > MOST_DIGITS) return false;
  const other = decimalOf(told);
  return one.digits !== other?.digits || one.exponent !== other.exponent;
}

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Its digits from the first to the last that is not zero, and by how many places they are moved. */
function decimalOf(text: string): { digits: string; exponent: number } | undefined {
  const [, whole, fraction = "", moved = "0"] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = whole + fraction;
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === "0") start += 1;
  while (end > start && digits[end - 1] === "0") end -= 1;
  if (start === end) return { digits: "", exponent: 0 };
  return { digits: digits.slice(start, end), exponent: Number(moved) - fraction.length + digits.length - end };
}
