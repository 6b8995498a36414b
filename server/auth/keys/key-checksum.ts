import { crc32 } from "node:zlib";

/** What secret scanners search for; the last six characters are a checksum. The guide on leaked keys documents it. */
export const KEY_PATTERN = "sk-sb-[0-9A-Za-z]{49}";

const WITH_CHECKSUM = new RegExp(`^${KEY_PATTERN}$`);
const CHECKSUM_CHARACTERS = 6;
export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/**
 * Returns the checksum of the beginning of a key, its prefix included: its CRC-32 in base62, padded to six characters
 * with zeros. GitHub's tokens end with such a checksum too:
 * https://github.blog/engineering/platform-security/behind-githubs-new-authentication-token-formats/
 */
export function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  while (digits.length < CHECKSUM_CHARACTERS) {
    digits = BASE62[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/**
 * Returns whether a text has the form of a generated key but not its checksum, so that it is a typo or an invention.
 * Earlier keys had no checksum and are shorter, and customers may choose keys of any other form.
 */
export function hasWrongChecksum(key: string): boolean {
  return WITH_CHECKSUM.test(key) && checksumOf(key.slice(0, -CHECKSUM_CHARACTERS)) !== key.slice(-CHECKSUM_CHARACTERS);
}
