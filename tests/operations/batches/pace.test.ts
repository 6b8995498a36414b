import { expect, test } from "vitest";
import { createPace } from "#server/operations/batches/jobs/pace.ts";

test("a busy process runs one request of batches at a time, and more once it is idle again", () => {
  let busy = 0.9;
  let nowMs = 0;
  const pace = createPace(
    8,
    () => busy,
    () => nowMs,
  );
  expect(pace.most()).toBe(1);
  busy = 0.1;
  expect(pace.most()).toBe(1);
  nowMs = 1_000;
  expect(pace.most()).toBe(8);
});
