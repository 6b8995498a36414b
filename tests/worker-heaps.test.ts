import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { NODE_FLAGS } from "#server/cli/node-flags.mjs";

/** Fills the young generation and returns its size in MB. */
const MEASURE = `() => {
  let kept = [];
  for (let count = 0; count < 2e6; count += 1) {
    kept.push([count]);
    if (kept.length > 1000) kept = [];
  }
  const spaces = process.getBuiltinModule("node:v8").getHeapSpaceStatistics();
  return spaces.find((space) => space.space_name === "new_space").space_size / 2 ** 20;
}`;

const PROGRAM = `
import { Worker } from "node:worker_threads";
import { limitWorkerHeaps } from "#server/worker-heaps.ts";
limitWorkerHeaps();
const inMain = (${MEASURE})();
const worker = new Worker(${JSON.stringify(`process.getBuiltinModule("node:worker_threads").parentPort.postMessage((${MEASURE})())`)}, { eval: true });
worker.once("message", (inWorker) => console.log(JSON.stringify({ inMain, inWorker })));
`;

test("workers have small young generations, and the main thread keeps its large one", () => {
  const flags = [...NODE_FLAGS, "--input-type=module", "--eval", PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8" });
  expect(stderr).toBe("");
  const { inMain, inWorker } = JSON.parse(stdout);
  expect([inMain >= 64, inWorker <= 8]).toEqual([true, true]);
});
