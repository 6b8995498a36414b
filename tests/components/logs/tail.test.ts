import { expect, test } from "vitest";
import { extendTail, mergeRows, pollFrom, type Tail } from "#components/logs/live/tail.ts";
import type { LogRow } from "#components/logs/use-log-view.ts";

const rowAt = (second: number, generationTimeMs = 0): LogRow =>
  ({
    id: `gen-${second}`,
    created_at: `2026-03-01T12:00:${String(second).padStart(2, "0")}.000Z`,
    generation_time: generationTimeMs,
  }) as LogRow;
const EMPTY: Tail = { found: [], finishedAfter: undefined, isCut: false };
const idsOf = (rows: readonly LogRow[]) => rows.map(({ id }) => id);

test("lists are merged newest first, each row once", () => {
  expect(idsOf(mergeRows([rowAt(9), rowAt(5)], [rowAt(7), rowAt(5), rowAt(3)]))).toEqual([
    "gen-9",
    "gen-7",
    "gen-5",
    "gen-3",
  ]);
});

test("rows of the list and of earlier polls are no news", () => {
  const loaded = [rowAt(5), rowAt(4)];
  const first = extendTail(EMPTY, [rowAt(6), rowAt(5)], loaded);
  expect(idsOf(first.found)).toEqual(["gen-6"]);
  const second = extendTail(first, [rowAt(7), rowAt(6)], loaded);
  expect(idsOf(second.found)).toEqual(["gen-7", "gen-6"]);
  // Unchanged, so that nothing is drawn again.
  expect(extendTail(second, [rowAt(7)], loaded).found).toBe(second.found);
});

test("a request that started before the newest row and finished after it is found", () => {
  const loaded = [rowAt(30), rowAt(10)];
  const { start, finished_after } = pollFrom(EMPTY, loaded, undefined);
  const late = rowAt(12, 25_000);
  const end = new Date(Date.parse(late.created_at) + late.generation_time).toISOString();
  expect(start && start <= late.created_at).toBe(true);
  expect(finished_after && finished_after <= end).toBe(true);
  expect(idsOf(extendTail(EMPTY, [late], loaded).found)).toEqual(["gen-12"]);
});

test("a poll searches from shortly before the last known end", () => {
  expect(extendTail(EMPTY, [rowAt(40, 9_000)], [rowAt(30)]).finishedAfter).toBe("2026-03-01T12:00:34.000Z");
  expect(pollFrom(EMPTY, [], "2026-03-01T00:00:00.000Z")).toEqual({ start: "2026-03-01T00:00:00.000Z" });
});

test("a poll full of new rows may have missed some", () => {
  const many = Array.from({ length: 100 }, (_, index) => ({ ...rowAt(1), id: `gen-new-${index}` }));
  expect(extendTail(EMPTY, many, [rowAt(0)]).isCut).toBe(true);
  expect(extendTail(EMPTY, many.slice(1), [rowAt(0)]).isCut).toBe(false);
});
