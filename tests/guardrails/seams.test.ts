import { expect, test } from "vitest";
import { splitValues } from "#server/guardrails/stream/seams.ts";
import { builtinRule } from "#tests/guardrails/rules.ts";

const rules = ["email", "phone", "ssn", "credit-card", "ip-address", "person-name", "address"].map((slug) =>
  builtinRule(slug, "redact"),
);

test.each([
  ["My card is 4111 1111 ", "1111 1111, thanks", "4111 1111 ", "1111 1111"],
  ["card 4111 1111 11", "11 1111.", "4111 1111 11", "11 1111"],
  ["card 4111 1111", "1111 1111", "4111 1111", "1111 1111"],
  ["mail ana.silva@", "example.com please", "ana.silva@", "example.com"],
  ["mail ana.silva", "@example.com please", "ana.silva", "@example.com"],
  ["SSN 536-90", "-4399", "536-90", "-4399"],
  ["ping 203.0.", "113.7 now", "203.0.", "113.7"],
  ["call +44 20 7946", "0958", "+44 20 7946", "0958"],
])("%s and %s form a value together", (one, next, tail, head) => {
  const [split] = splitValues(rules, one, next);
  expect(one.slice(split?.tail.start, split?.tail.end)).toBe(tail);
  expect(next.slice(split?.head.start, split?.head.end)).toBe(head);
});

test.each([
  ["Thanks, Tom", "Becker said no"],
  ["It was built in 2024", "12 people came"],
  ["Write to ana@example.com", "and wait"],
  ["version 1.2", "3.4 is out. See ana@example.com"],
  ["The end.", "Next one begins"],
])("%s and %s form no value together", (one, next) => {
  expect(splitValues(rules, one, next)).toEqual([]);
});
