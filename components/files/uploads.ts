import type { ApiError } from "#lib/api/api-error.ts";
import { upload as send } from "#lib/api/upload.ts";
import { MAX_FILE_BYTES } from "#lib/contract/files.ts";
import { formatBytes } from "#lib/format.ts";

export type Upload = {
  id: number;
  file: File;
  workspace: string;
  state: "waiting" | "sending" | "stored" | "failed" | "cancelled";
  sentBytes: number;
  /** Why it failed, and the request id. */
  problem?: { message: string; requestId: string | undefined; retryable: boolean };
  /** Of the stored file. */
  fileId?: string;
};

/** The limit as people write it: 1 MB is 1024 kB of 1024 bytes. */
export const MOST_SIZE = `${MAX_FILE_BYTES / 1024 ** 2} MB`;

/** Number of simultaneous uploads; the others wait. */
const AT_ONCE = 3;

/** Uploads outlive the page that started them: opening another page of the console does not end them. */
let uploads: readonly Upload[] = [];
let next = 1;
const running = new Map<number, AbortController>();
const listeners = new Set<() => void>();
const storedListeners = new Set<() => void>();

export const currentUploads = () => uploads;

export function onUploadsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls `listener` for each stored file. */
export function onStored(listener: () => void): () => void {
  storedListeners.add(listener);
  return () => storedListeners.delete(listener);
}

/** Starts uploading files; those that cannot be stored fail here, without being sent. */
export function addUploads(files: readonly File[], workspace: string): void {
  const added = files.map((file): Upload => {
    const message = refusal(file);
    const id = next++;
    const start = { id, file, workspace, sentBytes: 0 };
    return message
      ? { ...start, state: "failed", problem: { message, requestId: undefined, retryable: false } }
      : { ...start, state: "waiting" };
  });
  show([...added, ...uploads]);
  startWaiting();
}

export function cancelUpload(id: number): void {
  running.get(id)?.abort();
  change(id, { state: "cancelled" });
}

export function retryUpload(id: number): void {
  change(id, { state: "waiting", sentBytes: 0 });
  startWaiting();
}

/** Removes finished uploads from the list; the files are not affected. */
export function dismissUploads(ids: readonly number[]): void {
  show(uploads.filter((one) => !ids.includes(one.id)));
}

/** Returns the bytes of a file uploaded from this tab, for its preview. */
export function findUploadedFile(fileId: string): File | undefined {
  return uploadedFiles.get(fileId);
}

const uploadedFiles = new Map<string, File>();

function startWaiting(): void {
  const free = AT_ONCE - running.size;
  // Starts with the oldest one; the list has the newest on top.
  const waiting = uploads.filter(({ state }) => state === "waiting").toReversed();
  for (const one of waiting.slice(0, Math.max(0, free))) void run(one);
}

async function run({ id, file, workspace }: Upload): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  change(id, { state: "sending" });
  const onProgress = (sentBytes: number) => change(id, { sentBytes });
  await send(file, { workspace, onProgress, signal: controller.signal }).then(
    (stored) => {
      uploadedFiles.set(stored.id, file);
      change(id, { state: "stored", sentBytes: file.size, fileId: stored.id });
      for (const listener of storedListeners) listener();
    },
    (error: ApiError) => {
      if (controller.signal.aborted) return;
      const { message, requestId, status } = error;
      change(id, { state: "failed", problem: { message, requestId, retryable: status !== 400 && status !== 413 } });
    },
  );
  running.delete(id);
  startWaiting();
}

function refusal({ size }: File): string | undefined {
  if (size === 0) return "The file is empty.";
  if (size > MAX_FILE_BYTES) return `The file is ${formatBytes(size)}. The limit is ${MOST_SIZE}.`;
  return undefined;
}

function change(id: number, facts: Partial<Upload>): void {
  show(uploads.map((one) => (one.id === id ? { ...one, ...facts } : one)));
}

function show(changed: readonly Upload[]): void {
  uploads = changed;
  for (const listener of listeners) listener();
}
