import { expect, test } from "vitest";
import { byteSpan } from "#server/http/bodies/byte-range.ts";

test.each([
  ["bytes=0-0", { start: 0, end: 0 }],
  ["bytes=0-", { start: 0, end: 99 }],
  ["bytes=10-19", { start: 10, end: 19 }],
  ["bytes=99-", { start: 99, end: 99 }],
  ["bytes=90-1000", { start: 90, end: 99 }],
  ["bytes=-1", { start: 99, end: 99 }],
  ["bytes=-1000", { start: 0, end: 99 }],
  ["bytes=100-", "beyond"],
  ["bytes=100-200", "beyond"],
  ["bytes=-0", "beyond"],
])("the range %s of a hundred bytes is %o", (header, span) => {
  expect(byteSpan(header, 100)).toEqual(span);
});

test.each([null, "", "bytes=", "bytes=-", "bytes=a-b", "bytes=20-10", "bytes=0-1,5-6", "items=0-1", "bytes=0-1 "])(
  "%s requests all bytes",
  (header) => {
    expect(byteSpan(header, 100)).toBeUndefined();
  },
);

test("an empty file has no ranges", () => {
  expect([byteSpan("bytes=0-", 0), byteSpan("bytes=-5", 0)]).toEqual(["beyond", "beyond"]);
});
