import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runWhenDue } from "#server/jobs/run-when-due.ts";
import { createWakeup } from "#server/jobs/wakeup.ts";
import { createLog } from "#server/log.ts";

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function startTask(answers: (number | undefined)[], run: () => Promise<void> = async () => undefined) {
  const wakeup = createWakeup();
  let runs = 0;
  const job = async () => {
    runs += 1;
    await run();
    return answers.shift();
  };
  const stop = runWhenDue(job, { name: "a job", wakeup, log: createLog("silent"), maxSleepMs: MINUTE_MS });
  return { wakeup, stop, runs: () => runs };
}

/** Advances the time and waits for what it triggers. */
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test("runs at the start and then sleeps for the maximum if nothing is due", async () => {
  const { runs, stop } = startTask([]);
  await pass(MINUTE_MS - 1);
  expect(runs()).toBe(1);
  await pass(1);
  expect(runs()).toBe(2);
  await stop();
});

test("runs when the next task is due, or soon after the maximum if that is far away", async () => {
  const { runs, stop } = startTask([500, 10 * MINUTE_MS]);
  await pass(499);
  expect(runs()).toBe(1);
  await pass(1);
  expect(runs()).toBe(2);
  await pass(MINUTE_MS);
  expect(runs()).toBe(3);
  await stop();
});

test("does not spin on tasks that are due but unavailable", async () => {
  const { runs, stop } = startTask(Array(1000).fill(-5));
  await pass(1000);
  expect(runs()).toBeGreaterThan(10);
  expect(runs()).toBeLessThan(25);
  await stop();
});

test("runs immediately when woken, and again if woken during a run", async () => {
  let finish = () => {};
  const held = () => new Promise<void>((done) => (finish = done));
  const { wakeup, runs, stop } = startTask([], held);
  await pass(0);
  wakeup.wake();
  wakeup.wake();
  expect(runs()).toBe(1);
  finish();
  await pass(0);
  expect(runs()).toBe(2);
  finish();
  await pass(1000);
  expect(runs()).toBe(2);
  wakeup.wake();
  expect(runs()).toBe(3);
  finish();
  await stop();
});

test("a failed run is logged and does not end the loop", async () => {
  const { runs, stop } = startTask([], () => Promise.reject(new Error("no database")));
  await pass(0);
  expect(stop.state()).toMatchObject({ failures: 1, isRunning: false });
  await pass(MINUTE_MS);
  expect([runs(), stop.state().failures]).toEqual([2, 2]);
  await stop();
});

test("stops for good after the current run", async () => {
  let finish = () => {};
  const { wakeup, runs, stop } = startTask([1], () => new Promise<void>((done) => (finish = done)));
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await pass(MINUTE_MS);
  expect(isStopped).toBe(false);
  wakeup.wake();
  finish();
  await stopped;
  await pass(2 * MINUTE_MS);
  wakeup.wake();
  expect(runs()).toBe(1);
});
