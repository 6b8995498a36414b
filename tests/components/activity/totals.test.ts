import { expect, test } from "vitest";
import { totalsFile, totalsOf } from "#components/activity/totals.ts";

const nameOf = (value: string) => `name of ${value}`;

test("values of either period are compared; what a period lacks is 0 for a sum and unknown for a rate", () => {
  const now = [
    { session_id: "a", requests: 5, error_rate: 0.5 },
    { session_id: null, requests: 2, error_rate: 0 },
  ];
  const before = [
    { session_id: "gone", requests: 7, error_rate: 1 },
    { session_id: "a", requests: 4, error_rate: null },
  ];
  expect(totalsOf(now, before, { metric: "requests", by: "session_id" })).toEqual([
    { value: "a", now: 5, before: 4 },
    { value: null, now: 2, before: 0 },
    { value: "gone", now: 0, before: 7 },
  ]);
  expect(totalsOf(now, before, { metric: "error_rate", by: "session_id" })).toEqual([
    { value: "a", now: 0.5, before: null },
    { value: null, now: 0, before: null },
    { value: "gone", now: null, before: 1 },
  ]);
});

test("a value that equals the label for no value is kept apart from no value", () => {
  const now = [
    { external_user: "unknown", requests: 5 },
    { external_user: null, requests: 2 },
  ];
  const before = [{ external_user: "unknown", requests: 1 }];
  expect(totalsOf(now, before, { metric: "requests", by: "external_user" })).toEqual([
    { value: "unknown", now: 5, before: 1 },
    { value: null, now: 2, before: 0 },
  ]);
});

test("the file has the names, values and metric, and the previous period only if it is compared", () => {
  const options = { metric: "cost", by: "external_user", nameOf } as const;
  const rows = [{ external_user: "=ada", cost: 0.000000001 }];
  expect(totalsFile({ totals: totalsOf(rows, undefined, options), ...options })).toBe(
    "End user,external_user,cost\r\nname of =ada,'=ada,1e-9\r\n",
  );
  expect(totalsFile({ totals: totalsOf(rows, [], options), ...options })).toBe(
    "End user,external_user,cost,cost_before\r\nname of =ada,'=ada,1e-9,0\r\n",
  );
});
