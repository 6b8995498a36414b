import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

// Loaded into a process under measurement: at SIGUSR2 it says the longest turn of its event loop since the last time, in
// CPU time of its main thread, which a busy machine does not stretch as it does the time on the wall.

let longestMs = 0;
let lastMs = cpuMs();

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

function turn(): void {
  const nowMs = cpuMs();
  longestMs = Math.max(longestMs, nowMs - lastMs);
  lastMs = nowMs;
  setImmediate(turn);
}

if (isMainThread && process.env.DATA_DIR) {
  setImmediate(turn);
  process.on("SIGUSR2", () => {
    writeSync(2, `longest turn ${longestMs.toFixed(1)} ms\n`);
    longestMs = 0;
  });
}
