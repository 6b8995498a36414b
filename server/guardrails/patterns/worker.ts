import { parentPort } from "node:worker_threads";
import { threadCpuMs } from "./clock.ts";
import { openEngine } from "./engine.ts";
import type { Order, SearchStart } from "./pool.ts";

// A separate worker, because a search cannot be interrupted: one that takes too long is terminated with its thread.
parentPort?.on("message", ({ sources, sizes, texts }: Order) => {
  const engine = openEngine(sources, sizes);
  parentPort?.postMessage({ startCpuMs: threadCpuMs() } satisfies SearchStart);
  parentPort?.postMessage({ result: texts.map((text) => Int32Array.from(engine.find(text))) });
});
