import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import pg from "pg";
import { makeDataFolder } from "../data-folder.ts";
import { compilePostgres } from "./compile-postgres.ts";
import { lockFolder } from "./folder-lock.ts";
import { type Opened, openOrRestore, type Restored } from "./open-or-restore.ts";
import { checkSizes, recordLastSizes } from "./relation-sizes.ts";

export type Embedded = {
  socketFolder: string;
  /** If the database was damaged, how it was replaced. */
  restored?: Restored;
  close(): Promise<void>;
};

/**
 * Starts the embedded PostgreSQL of a data folder in a worker thread, behind a Unix socket that `pg` connects to. A
 * damaged database is replaced by its newest snapshot. Throws if another process uses the folder, or if the database is
 * damaged and cannot be restored. `cacheMb`: memory for its pages.
 */
export async function openEmbedded(folder: string, cacheMb = 32): Promise<Embedded> {
  const socketFolder = socketFolderOf(folder);
  const socketPath = join(socketFolder, ".s.PGSQL.5432");
  const postgres = join(folder, "postgres");
  makeDataFolder(folder);
  const unlock = lockFolder(folder);
  mkdirSync(socketFolder, { recursive: true, mode: 0o700 });
  rmSync(socketPath, { force: true });
  try {
    const { connection: worker, restored } = await openOrRestore(folder, () =>
      openWorker(postgres, socketFolder, cacheMb),
    );
    return { socketFolder, ...(restored && { restored }), close: () => close(worker) };
  } catch (error) {
    unlock();
    throw error;
  }

  async function close(worker: Worker): Promise<void> {
    try {
      await withConnection(socketFolder, (connection) => recordLastSizes(connection, postgres));
    } finally {
      await closeWorker(worker);
      rmSync(socketFolder, { recursive: true, force: true });
      unlock();
    }
  }
}

/** In the temporary folder, because a socket's path is limited to about 100 bytes and a data folder's may be longer. */
export function socketFolderOf(folder: string): string {
  const digest = createHash("sha256").update(resolve(/*turbopackIgnore: true*/ folder)).digest("hex").slice(0, 16);
  return join(tmpdir(), `switchboard-${process.getuid?.() ?? 0}-${digest}`);
}

/** Connects to the database of a running gateway; returns undefined if none runs here with this data folder. */
export async function connectToRunning(folder: string): Promise<pg.Pool | undefined> {
  const pool = new pg.Pool({ host: socketFolderOf(folder), user: "postgres", database: "postgres", max: 1 });
  try {
    await pool.query("select 1");
    return pool;
  } catch {
    await pool.end();
    return undefined;
  }
}

async function openWorker(postgres: string, socketFolder: string, cacheMb: number): Promise<Opened<Worker>> {
  // A path from the project folder, so that a bundle finds it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "server/data/embedded/embedded-worker.ts");
  const socketPath = join(socketFolder, ".s.PGSQL.5432");
  const code = await compilePostgres();
  const worker = new Worker(file, { workerData: { folder: postgres, socketPath, cacheMb, code } });
  try {
    await waitForWord(worker, "ready");
  } catch (error) {
    await worker.terminate();
    return { damage: `PostgreSQL cannot open it (${(error as Error).message})` };
  }
  worker.unref();
  const damage = await withConnection(socketFolder, (connection) => checkSizes(connection, postgres)).catch(
    (error: Error) => `PostgreSQL cannot read it (${error.message})`,
  );
  if (!damage) return { connection: worker };
  await closeWorker(worker);
  return { damage };
}

async function withConnection<Result>(host: string, use: (connection: pg.Client) => Promise<Result>): Promise<Result> {
  const connection = new pg.Client({ host, user: "postgres", database: "postgres" });
  await connection.connect();
  try {
    return await use(connection);
  } finally {
    await connection.end();
  }
}

async function closeWorker(worker: Worker): Promise<void> {
  worker.ref();
  const closing = waitForWord(worker, "closed");
  const exit = once(worker, "exit");
  worker.postMessage("close");
  await closing;
  // A process that exits while its worker is still shutting down may wait for the worker forever.
  await exit;
}

/** Waits until the worker posts `word`. Throws if it fails or exits first. */
function waitForWord(worker: Worker, word: string): Promise<void> {
  return new Promise((done, fail) => {
    const onMessage = (message: unknown) => {
      if (message === word) end(done);
    };
    const onError = (error: Error) => end(() => fail(error));
    const onExit = (code: number) => end(() => fail(new Error(`The embedded database ended with code ${code}.`)));
    const end = (settle: () => void) => {
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      settle();
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}
