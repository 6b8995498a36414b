import { expect, test } from "vitest";
import { differencesOf } from "#components/audit/differences.ts";
import { auditQuery } from "#components/audit/use-audit-view.ts";

test("only differences are listed, by path", () => {
  const before = { name: "a", limits: [{ amount: 1, unit: "usd" }], tags: [], note: null };
  const after = { name: "a", limits: [{ amount: 2, unit: "usd" }], tags: ["x"], note: null };
  const { changed, sameCount } = differencesOf(before, after);
  expect(changed).toEqual([
    { path: "limits[0].amount", before: 1, after: 2 },
    { path: "tags", before: [], after: undefined },
    { path: "tags[0]", before: undefined, after: "x" },
  ]);
  expect(sameCount).toBe(3);
});

test("a created record has no earlier state, a deleted one no later state", () => {
  expect(differencesOf(null, { name: "a" }).changed).toEqual([{ path: "name", before: undefined, after: "a" }]);
  expect(differencesOf({ name: "a" }, null).changed).toEqual([{ path: "name", before: "a", after: undefined }]);
  expect(differencesOf(null, null).changed).toEqual([]);
});

test("a range of days is queried from the start of the first to the end of the last", () => {
  const nothing = { actor: null, action: null, target: null, workspace: null, from: null, to: null };
  const view = { ...nothing, offset: 0, limit: 50 };
  expect(auditQuery({ ...view, from: "2026-11-20", to: "2026-11-21" })).toMatchObject({
    from: "2026-11-20T00:00:00.000Z",
    to: "2026-11-22T00:00:00.000Z",
  });
  expect(auditQuery({ ...view, from: "yesterday" })).toMatchObject({ from: undefined, to: undefined });
});
