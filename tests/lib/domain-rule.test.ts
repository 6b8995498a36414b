import { expect, test } from "vitest";
import { matchesRule, readDomainRule } from "#lib/domain-rule.ts";

function isMeant(rule: string, url: string): boolean {
  const read = readDomainRule(rule);
  if (!read) throw new Error(`no rule: ${rule}`);
  return matchesRule(new URL(url), read);
}

test.each([
  ["example.com", "https://example.com/a", true],
  ["example.com", "https://docs.EXAMPLE.com/a", true],
  ["example.com", "https://example.com./a", true],
  ["example.com.", "https://example.com/a", true],
  ["https://example.com/", "https://example.com/a", true],
  ["bücher.example", "https://xn--bcher-kva.example/", true],
  ["example.com", "https://notexample.com/", false],
  ["example.com", "https://example.com.evil.example/", false],
  ["*.example.com", "https://docs.example.com/", true],
  ["*.example.com", "https://example.com/", false],
  ["example.com/docs", "https://example.com/docs/a", true],
  ["example.com/docs/", "https://example.com/docs", true],
  ["example.com/docs", "https://example.com//%64ocs/a", true],
  ["example.com/docs", "https://example.com/docs-of-others", false],
  ["127.0.0.1", "http://2130706433/", true],
  ["[::1]", "http://[0:0::1]/", true],
])("%s means %s: %s", (rule, url, expected) => {
  expect(isMeant(rule, url)).toBe(expected);
});

test.each(["", "*", "a b", "ftp://example.com", "user@example.com", "example.com:8080", "example.com?x=1", "a.*.com"])(
  "%j is not a domain",
  (text) => {
    expect(readDomainRule(text)).toBeUndefined();
  },
);
