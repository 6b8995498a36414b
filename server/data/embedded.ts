import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { makeDataFolder } from "./data-folder.ts";

export type Embedded = { socketFolder: string; close(): Promise<void> };

/**
 * Starts the embedded PostgreSQL of a data folder in a worker thread, behind a Unix socket that `pg` connects to.
 * Throws if another process uses the same folder: two processes on one folder silently lose rows.
 */
export async function openEmbedded(folder: string): Promise<Embedded> {
  const socketFolder = socketFolderOf(folder);
  const socketPath = join(socketFolder, ".s.PGSQL.5432");
  makeDataFolder(folder);
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  if (await answers(socketPath)) {
    throw new Error(
      `The data folder ${folder} is in use by another process. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  rmSync(socketPath, { force: true });
  // A path from the project folder, so that a bundle finds it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/data/embedded-worker.ts");
  const worker = new Worker(file, { workerData: { folder: join(folder, "postgres"), socketPath } });
  await waitForWord(worker, "ready");
  worker.unref();
  return {
    socketFolder,
    async close() {
      worker.ref();
      const closed = waitForWord(worker, "closed");
      const ended = once(worker, "exit");
      worker.postMessage("close");
      await closed;
      // A process that exits while its worker is still shutting down may wait for that worker forever.
      await ended;
      rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** In the temporary folder, because a socket's path is limited to about 100 bytes and a data folder's may be longer. */
export function socketFolderOf(folder: string): string {
  const digest = createHash("sha256").update(resolve(/*turbopackIgnore: true*/ folder)).digest("hex").slice(0, 16);
  return join(tmpdir(), `switchboard-${process.getuid?.() ?? 0}-${digest}`);
}

// Probes the socket instead of a stored process id: ids are reused, and often equal in containers.
function answers(socketPath: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(socketPath);
    socket.once("connect", () => {
      socket.destroy();
      done(true);
    });
    socket.once("error", () => done(false));
  });
}

/** Waits until the worker posts `word`. Throws if it fails or exits first. */
function waitForWord(worker: Worker, word: string): Promise<void> {
  return new Promise((done, fail) => {
    const listen = (message: unknown) => {
      if (message === word) end(done);
    };
    const failed = (error: Error) => end(() => fail(error));
    const exited = (code: number) => end(() => fail(new Error(`The embedded database ended with code ${code}.`)));
    const end = (settle: () => void) => {
      worker.off("message", listen).off("error", failed).off("exit", exited);
      settle();
    };
    worker.on("message", listen).on("error", failed).on("exit", exited);
  });
}
