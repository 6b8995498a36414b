import { expect, test } from "vitest";
import { csvLine } from "#lib/csv/csv-line.ts";

test("a text that a spreadsheet would run as a formula is written as text, and a negative number as a number", () => {
  expect(csvLine(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", -1])).toBe("'=1+1,'+1,'-1,'@SUM(A1),'\tx,-1\r\n");
  expect(csvLine(['=HYPERLINK("a","b")'])).toBe('"\'=HYPERLINK(""a"",""b"")"\r\n');
});

test("commas, quotes and line breaks stay within their cell", () => {
  expect(csvLine(["a,b", 'c"d', "e\nf", "g\rh", "plain"])).toBe('"a,b","c""d","e\nf","g\rh",plain\r\n');
});

test("missing values are empty, false and zero are not", () => {
  expect(csvLine([null, undefined, false, 0, ""])).toBe(",,false,0,\r\n");
});

test("an exact decimal stays a number, also below zero", () => {
  expect(csvLine([{ decimal: "-0.000000001" }, { decimal: "12.5" }])).toBe("-0.000000001,12.5\r\n");
});
