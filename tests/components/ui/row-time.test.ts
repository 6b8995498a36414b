import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RowTime } from "#components/ui/display/row-time.tsx";

const TIMES = ["2026-03-02T00:00:05Z", "2026-03-01T23:59:58Z", "2026-03-01T08:07:06Z"];

test("the rows of a list show the time of day, and the date once a day", () => {
  const rows = TIMES.map((value, index) => createElement(RowTime, { key: value, value, above: TIMES[index - 1] }));
  const texts = rows.map((row) => renderToStaticMarkup(row).replace(/<[^>]+>/g, ""));
  expect(texts).toEqual(["Mar 2, 00:00:05", "Mar 1, 23:59:58", "08:07:06"]);
});
