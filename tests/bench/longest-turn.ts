import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { cpuMs } from "./cpu-ms.ts";

// Loaded into the process under measurement. At SIGUSR2 it prints the longest turn of its event loop since the last
// signal, in CPU time of its main thread, which, unlike wall-clock time, does not depend on other work on the machine.

let longestMs = 0;
let lastMs = cpuMs();

function measureTurn(): void {
  const nowMs = cpuMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(measureTurn);
}

if (isMainThread && process.env.DATA_DIR) {
  setImmediate(measureTurn);
  process.on("SIGUSR2", () => {
    writeSync(2, `longest turn ${longestMs.toFixed(1)} ms\n`);
    longestMs = 0;
  });
}
