import { expect, test } from "vitest";
import {
  changedSearch,
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsIsoDateTime,
  parseAsString,
  parseAsStringLiteral,
} from "#components/ui/hooks/query-parsers.ts";

const PARSERS = {
  q: parseAsString.withDefault(""),
  model: parseAsArrayOf(parseAsString).withDefault([]),
  offset: parseAsInteger.withDefault(0),
  open: parseAsBoolean,
  from: parseAsIsoDateTime,
};

test("a value written to the URL is read back unchanged", () => {
  const values = { q: "a b&c=d/é", model: ["openai/gpt-4o", "odd,name"], offset: 50, open: true, from: new Date(0) };
  const params = new URLSearchParams(changedSearch("", PARSERS, values));
  const read = Object.entries(PARSERS).map(([name, parser]) => [name, parser.parse(params.get(name) ?? "")]);
  expect(Object.fromEntries(read)).toEqual(values);
});

test("defaults and removed values are left out of the URL; other parameters stay unchanged", () => {
  const search = "range=7d&q=old&offset=50&open=true";
  expect(changedSearch(search, PARSERS, { q: "", offset: 0, open: null })).toBe("range=7d");
  expect(changedSearch(search, PARSERS, { q: undefined })).toBe(search);
});

test("URLs stay readable", () => {
  expect(changedSearch("", PARSERS, { model: ["openai/gpt-4o", "local/echo"] })).toBe("model=openai/gpt-4o,local/echo");
});

test("an invalid value reads as none", () => {
  expect(parseAsInteger.parse("many")).toBeNull();
  expect(parseAsIsoDateTime.parse("yesterday")).toBeNull();
  expect(parseAsStringLiteral(["1h", "24h"]).parse("2h")).toBeNull();
});
