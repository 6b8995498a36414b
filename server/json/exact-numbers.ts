type Holder = Record<string, unknown>;
type Written = { value: number; source: string };

// Missing from the type libraries so far. JSON.stringify writes it unchanged: a number of any length.
const { rawJSON } = JSON as unknown as { rawJSON(source: string): object };

/**
 * The original text of numbers that JavaScript cannot represent, by the record or list that contains them and their key
 * in it. All code that reads, computes and validates sees ordinary numbers; only writing JSON restores them.
 */
const originalNumbers = new WeakMap<object, Map<string, Written>>();

/** Postgres supports no JSON number with more digits before or after its point, and nobody needs one. */
const MAX_DIGITS = 8_000;

/**
 * Stores a number whose value would change (`isChanged`), while it is parsed. JSON.stringify writes its original text,
 * whoever calls it, as long as the number stays in its record; `withNumbersOf` preserves it in a copy.
 */
export function putNumber(holder: object, key: string, source: string): void {
  const value = Number(source);
  (holder as Holder)[key] = value;
  remember(holder, key, { value, source });
}

/** Returns the original text of the number at `holder[key]` if it differs from the number. */
export function originalNumber(holder: object, key: string | number): string | undefined {
  const original = originalNumbers.get(holder)?.get(String(key));
  return original && isUnchanged(holder, String(key), original) ? original.source : undefined;
}

/**
 * Returns `copy`, whose fields are those of `original` or changed ones, with the numbers of `original` in their
 * original text.
 */
export function withNumbersOf<Copy extends object>(original: object, copy: Copy): Copy {
  const numbers = copy === original ? undefined : originalNumbers.get(original);
  for (const [key, original] of numbers ?? []) if (isUnchanged(copy, key, original)) remember(copy, key, original);
  return copy;
}

/**
 * Returns a copy that always serializes to JSON with the original numbers, even after it is copied field by field; its
 * numbers cannot be computed with. Returns the same value if no number differs.
 */
export function withRawNumbers<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  let copy: Holder | undefined;
  for (const [key, inner] of Object.entries(value)) {
    const source = typeof inner === "number" ? originalNumber(value, key) : undefined;
    const raw = source === undefined ? withRawNumbers(inner) : rawJSON(source);
    if (raw === inner) continue;
    copy ??= (Array.isArray(value) ? [...value] : { ...value }) as Holder;
    copy[key] = raw;
  }
  return (copy as Value | undefined) ?? value;
}

/** Moves a preserved number when a field of a record is renamed. */
export function renameNumber(record: object, name: string, other: string): void {
  const numbers = originalNumbers.get(record);
  const original = numbers?.get(name);
  if (original) numbers?.set(other, original);
}

function remember(holder: object, key: string, original: Written): void {
  const known = originalNumbers.get(holder);
  if (known) known.set(key, original);
  // The caller's own field of this name takes precedence.
  else if (!Object.hasOwn(holder, "toJSON")) {
    originalNumbers.set(holder, new Map([[key, original]]));
    // Not enumerable, so that code that iterates over or copies fields does not see it.
    Object.defineProperty(holder, "toJSON", { value: toExactJson, configurable: true });
  }
}

/** Returns what JSON.stringify writes in place of a record or list. */
function toExactJson(this: Holder): unknown {
  const copy = (Array.isArray(this) ? [...this] : { ...this }) as Holder;
  for (const [key, original] of originalNumbers.get(this) ?? []) {
    if (isUnchanged(this, key, original)) copy[key] = rawJSON(original.source);
  }
  return copy;
}

function isUnchanged(holder: object, key: string, { value }: Written): boolean {
  return Object.hasOwn(holder, key) && Object.is((holder as Holder)[key], value);
}

/** Returns whether JavaScript changes a number. `1.0`, `1` and `1e0` count as equal. */
export function isChanged(source: string): boolean {
  const printed = String(Number(source));
  if (printed === source || source.length > MAX_DIGITS) return false;
  // For two whole numbers no further comparison is needed.
  if (WHOLE.test(source) && WHOLE.test(printed)) return true;
  const decimal = decimalOf(source);
  if (!decimal || Math.abs(decimal.exponent) > MAX_DIGITS) return false;
  const other = decimalOf(printed);
  return decimal.digits !== other?.digits || decimal.exponent !== other.exponent;
}

const WHOLE = /^-?\d+$/;
const DECIMAL = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns the digits from the first to the last one that is not zero, and the decimal exponent. */
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
