import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { StopSignal } from "#server/stop-signal.ts";
import { settleOnce } from "../settle-once.ts";
import type { DocumentFile, DocumentText } from "./document-text.ts";
import { documentLimits } from "./limits.ts";

type Task = { file: DocumentFile; done: (text: DocumentText | undefined) => void };
type Member = { worker: Worker; task: Task | undefined; idle: NodeJS.Timeout | undefined };

const MAX_WORKERS = 2;
const LOOK_MS = 100;
/** An idle worker uses about ten megabytes. */
const IDLE_MS = 60_000;

const members: Member[] = [];
const queue: Task[] = [];

/**
 * Reads the text of documents on other threads and returns the texts in the same order. Undefined for a document that
 * cannot be read within the limits: its thread is terminated, since a parser cannot be interrupted, and the process
 * continues.
 */
export function readDocuments(
  files: readonly DocumentFile[],
  signal?: StopSignal,
): Promise<(DocumentText | undefined)[]> {
  const { filesMax, base64Max } = documentLimits;
  return Promise.all(
    files.map((file, index) =>
      index < filesMax && file.base64.length <= base64Max ? readOne(file, signal) : undefined,
    ),
  );
}

function readOne(file: DocumentFile, signal: StopSignal | undefined): Promise<DocumentText | undefined> {
  return new Promise((resolve) => {
    const limits = { waitMs: documentLimits.waitMs, signal, giveUp: () => giveUp(task) };
    const task: Task = { file, done: settleOnce(resolve, limits) };
    queue.push(task);
    assign();
  });
}

function giveUp(task: Task): void {
  task.done(undefined);
  const waiting = queue.indexOf(task);
  if (waiting >= 0) queue.splice(waiting, 1);
  const member = members.find((one) => one.task === task);
  if (member) endWorker(member);
}

function assign(): void {
  const task = queue[0];
  if (task === undefined) return;
  const member =
    members.find((one) => one.task === undefined) ?? (members.length < MAX_WORKERS ? startWorker() : undefined);
  if (!member) return;
  queue.shift();
  clearTimeout(member.idle);
  member.task = task;
  member.worker.ref();
  member.worker.postMessage(task.file);
  void watch(member, task);
  assign();
}

/** Ends a task that exceeds its processor time or memory. */
async function watch(member: Member, task: Task): Promise<void> {
  const { cpuMs, memoryBytes } = documentLimits;
  let startCpuMs: number | undefined;
  while (member.task === task) {
    await new Promise((done) => setTimeout(done, LOOK_MS).unref());
    if (member.task !== task) return;
    // If the thread is already ending, its task ends too.
    const usage = await usageOf(member.worker).catch(() => undefined);
    if (!usage || member.task !== task) return;
    startCpuMs ??= usage.cpuMs;
    if (usage.cpuMs - startCpuMs > cpuMs || usage.bytes > memoryBytes) giveUp(task);
  }
}

async function usageOf(worker: Worker): Promise<{ cpuMs: number; bytes: number }> {
  const [{ user, system }, heap] = await Promise.all([worker.cpuUsage(), worker.getHeapStatistics()]);
  return { cpuMs: (user + system) / 1000, bytes: heap.used_heap_size + heap.external_memory };
}

function startWorker(): Member {
  // A path from the project folder, so that a bundle finds it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/guardrails/documents/worker.ts");
  const worker = new Worker(file, {
    resourceLimits: { maxOldGenerationSizeMb: documentLimits.memoryBytes / 1_000_000 },
    // The parser's output may quote the document.
    stdout: true,
    stderr: true,
  });
  const member: Member = { worker, task: undefined, idle: undefined };
  members.push(member);
  worker.stdout.resume();
  worker.stderr.resume();
  worker.on("message", (text: DocumentText | undefined) => finish(member, text));
  worker.on("error", () => endWorker(member));
  worker.on("exit", () => endWorker(member));
  return member;
}

function finish(member: Member, text: DocumentText | undefined): void {
  member.task?.done(text);
  member.task = undefined;
  member.worker.unref();
  member.idle = setTimeout(() => endWorker(member), IDLE_MS);
  member.idle.unref();
  assign();
}

function endWorker(member: Member): void {
  const at = members.indexOf(member);
  if (at < 0) return;
  members.splice(at, 1);
  clearTimeout(member.idle);
  void member.worker.terminate();
  member.task?.done(undefined);
  member.task = undefined;
  assign();
}
