import type { Worker } from "node:worker_threads";
import type { StopSignal } from "#server/stop-signal.ts";
import { type RunningTask, WorkerPool } from "../worker-pool.ts";
import type { DocumentFile, DocumentText } from "./document-text.ts";
import { documentLimits } from "./limits.ts";

const LOOK_MS = 100;

const pool = new WorkerPool<DocumentFile, DocumentText>({
  file: "server/guardrails/documents/worker.ts",
  workersMax: 2,
  // An idle worker uses about ten megabytes.
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: documentLimits.memoryBytes / 1_000_000 },
  // A parser's output may quote the document.
  isSilent: true,
});

/**
 * Reads the text of documents on other threads and returns the texts in the same order. Undefined for a document that
 * cannot be read within the limits: its thread is terminated, since a parser cannot be interrupted, and the process
 * continues.
 */
export function readDocuments(
  files: readonly DocumentFile[],
  signal?: StopSignal,
): Promise<(DocumentText | undefined)[]> {
  const { filesMax, base64Max, waitMs } = documentLimits;
  return Promise.all(
    files.map((file, index) =>
      index < filesMax && file.base64.length <= base64Max ? pool.run(file, { waitMs, signal, watch }) : undefined,
    ),
  );
}

/** Gives up a document that exceeds its processor time or memory. */
async function watch(task: RunningTask): Promise<void> {
  const { cpuMs, memoryBytes } = documentLimits;
  let startCpuMs: number | undefined;
  while (!task.isOver()) {
    await new Promise((done) => setTimeout(done, LOOK_MS).unref());
    // If the thread is already ending, its task ends too.
    const usage = task.isOver() ? undefined : await usageOf(task.worker).catch(() => undefined);
    if (!usage || task.isOver()) return;
    startCpuMs ??= usage.cpuMs;
    if (usage.cpuMs - startCpuMs > cpuMs || usage.bytes > memoryBytes) task.giveUp();
  }
}

async function usageOf(worker: Worker): Promise<{ cpuMs: number; bytes: number }> {
  const [{ user, system }, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
  return { cpuMs: (user + system) / 1000, bytes: heap.used_heap_size + heap.external_memory };
}
