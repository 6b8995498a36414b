import { subscribe } from "node:diagnostics_channel";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { vector } from "@electric-sql/pglite-pgvector";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

// PGlite has a worker of its own, because a query blocks its thread.
const { folder, socketPath, cacheMb, code } = workerData as {
  folder: string;
  socketPath: string;
  cacheMb: number;
  code: WebAssembly.Module;
};
closeFilesToOthers();
subscribe("net.server.socket", (message) => joinWrites((message as { socket: Socket }).socket));
// By default a quarter of PostgreSQL's own: its pages stay in memory, and the system keeps the files in memory too.
const startParams = [...PGlite.defaultStartParams, "-c", `shared_buffers=${cacheMb}MB`];
const database = await PGlite.create({
  dataDir: folder,
  extensions: { vector },
  startParams,
  pgliteWasmModule: code,
});
// The pool holds one connection, but after an error it opens the next one before the last is closed.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 8 });
await server.start();
parentPort?.postMessage("ready");
parentPort?.on("message", async () => {
  await server.stop();
  await database.close();
  parentPort?.postMessage("closed");
  parentPort?.close();
});

/** Emscripten creates files with the mode of its own umask (0666) instead of the process's. */
function closeFilesToOthers(): void {
  const { chmodSync, fchmodSync } = fs;
  const ownerOnly = (mode: fs.Mode) => Number(mode) & 0o700;
  fs.chmodSync = (path, mode) => chmodSync(path, ownerOnly(mode));
  fs.fchmodSync = (descriptor, mode) => fchmodSync(descriptor, ownerOnly(mode));
  syncBuiltinESMExports();
}

/**
 * The socket server writes the response to each protocol message separately, and `pg` sends five messages for a query.
 * Joins what is written in one turn into one system call, which saves a fifth of a query's CPU here and in the reader.
 */
function joinWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...parameters: unknown[]) => boolean;
  let isJoining = false;
  socket.write = (...parameters: unknown[]) => {
    if (!isJoining) {
      isJoining = true;
      socket.cork();
      // After every response that needs no further input.
      process.nextTick(() => {
        isJoining = false;
        socket.uncork();
      });
    }
    return write(...parameters);
  };
}
