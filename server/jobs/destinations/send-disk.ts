import { type NamedEvent, type ObjectConfig, objectsOf } from "./batch-objects.ts";
import type { Outcome } from "./outcome.ts";
import { OutsideFolder, writeObject } from "./write-object.ts";

/** The configuration of type `disk`. */
export type DiskConfig = Omit<ObjectConfig, "prefix">;

export type DiskParts = {
  /** The operator's folder for all exports. */
  folder: string | undefined;
  signal: AbortSignal;
};

export type DiskBatch = { workspaceId: string; destinationId: string; events: readonly NamedEvent[] };

const TIMEOUT_MS = 30_000;

/**
 * Writes requests to files below the folder of their workspace and destination. Requests that are sent again replace
 * the file that has them (`objectsOf`).
 */
export async function sendDisk(
  config: DiskConfig,
  { workspaceId, destinationId, events }: DiskBatch,
  { folder, signal }: DiskParts,
): Promise<Outcome> {
  if (folder === undefined) return failure("Writing to disk is turned off: DESTINATION_DISK_FOLDER is not set");
  const ends = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    for (const [name, { encode }] of objectsOf({ ...config, prefix: "" }, destinationId, events)) {
      const content = await encode();
      await beforeEnd(writeObject(folder, [workspaceId, destinationId, ...name.split("/")], content), ends);
    }
    return failure(null);
  } catch (error) {
    return failure(reasonOf(error));
  }
}

function failure(error: string | null): Outcome {
  return { status: null, error, isRejected: false, retryAfterMs: null };
}

/**
 * Waits no longer than until the signal: a network disk may never respond, and nothing interrupts the system's call. If
 * the file is written after that, the next attempt replaces it with the same content.
 */
async function beforeEnd(writing: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(signal.reason);
  signal.addEventListener("abort", end, { once: true });
  try {
    await Promise.race([writing, ended]);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

const REASONS: Record<string, string> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is exhausted",
  ENOENT: "The folder DESTINATION_DISK_FOLDER does not exist",
  EACCES: "The gateway is not allowed to write to the folder",
  EPERM: "The gateway is not allowed to write to the folder",
  EROFS: "The disk is read-only",
  ENOTDIR: "A file is in the way of the folder",
  ENAMETOOLONG: "The path is too long for the disk",
};

/** Returns why a file could not be written, without its path. */
function reasonOf(error: unknown): string {
  if (error instanceof OutsideFolder) return error.message;
  if (error instanceof Error && error.name === "TimeoutError") return "The disk took too long";
  const { code } = error as { code?: unknown };
  if (typeof code !== "string") return "The file could not be written";
  return REASONS[code] ?? `The file could not be written (${code})`;
}
