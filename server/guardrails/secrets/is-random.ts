/** Shorter values are too often words. */
const SHORTEST = 16;
/** Bits a character: random hexadecimal digits have up to 4, base64 up to 6, and identifiers in code about 3.5. */
const LEAST_BITS = 3.2;
const LEAST_HEX_BITS = 2.8;

/** Returns whether a value looks generated: long, of letters and digits, and without a pattern. */
export function isRandom(value: string): boolean {
  if (value.length < SHORTEST || !/^[\w+/=.~:-]+$/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  if (isPath(value)) return false;
  return bitsPerCharacter(value) >= (/^[0-9a-f-]+$/i.test(value) ? LEAST_HEX_BITS : LEAST_BITS);
}

/** Names of several words, versions and addresses: parts with few digits between separators. */
function isPath(value: string): boolean {
  const parts = value.split(/[_.:/-]/).filter((part) => part !== "");
  if (parts.length > 1) return parts.every((part) => /^(?:[A-Za-z]{1,20}\d{0,4}|\d{1,4}[a-z]{0,2})$/.test(part));
  return isCamelCase(value);
}

/** Returns whether a value is an identifier of words with few digits: `LanguageModelV4Usage`. */
function isCamelCase(value: string): boolean {
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  const digits = value.replace(/\D/g, "").length;
  return words.join("") === value && digits <= 2 && value.length / words.length >= 3;
}

/** Returns Shannon's entropy of a value's characters. */
function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
