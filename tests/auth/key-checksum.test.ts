import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checksumOf, hasWrongChecksum, KEY_PATTERN } from "#server/auth/keys/key-checksum.ts";
import { newKey } from "#server/auth/keys/new-key.ts";

const WHOLE = new RegExp(`^${KEY_PATTERN}$`);

describe("a generated key", () => {
  test("has the documented form and a correct checksum", () => {
    for (let count = 0; count < 1000; count++) {
      const { secret } = newKey();
      expect(secret).toMatch(WHOLE);
      expect(hasWrongChecksum(secret)).toBe(false);
    }
    expect(readFileSync("app/docs/guides/leaks.md", "utf8")).toContain(KEY_PATTERN);
  });

  test("uses all 62 characters about equally often", () => {
    const counts = new Map<string, number>();
    for (let count = 0; count < 2000; count++) {
      for (const character of newKey().secret.slice(6, -6)) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    expect(counts.size).toBe(62);
    // 86,000 characters: 1,387 of each, with a standard deviation of 37.
    for (const [character, count] of counts)
      expect([character, count > 1150 && count < 1625]).toEqual([character, true]);
  });
});

describe("the checksum", () => {
  // CRC-32 of "123456789" is 0xcbf43926, its published check value.
  test("is the CRC-32 in base62, padded with zeros to six characters", () => {
    const value = [...checksumOf("123456789")].reduce(
      (sum, digit) => sum * 62 + "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".indexOf(digit),
      0,
    );
    expect(value).toBe(0xcbf43926);
    expect(checksumOf("")).toBe("000000");
  });

  test("reveals any changed, swapped or missing character", () => {
    const { secret } = newKey();
    for (let at = 0; at < secret.length; at++) {
      const other = secret[at] === "a" ? "b" : "a";
      const changed = secret.slice(0, at) + other + secret.slice(at + 1);
      expect([changed, hasWrongChecksum(changed)]).toEqual([changed, at >= 6]);
    }
  });

  test("is not expected of earlier keys and keys of other forms", () => {
    const earlier = `sk-sb-${"a1B2-_".repeat(8).slice(0, 43)}`;
    for (const key of [earlier, "sk-sb-management-key-of-the-tests", "a-key-of-a-customer", "", "sk-sb-"]) {
      expect([key, hasWrongChecksum(key)]).toEqual([key, false]);
    }
  });
});
