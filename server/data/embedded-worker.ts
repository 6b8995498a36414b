import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { PGLiteSocketServer } from "@electric-sql/pglite-socket";

// A worker of its own, because a query blocks the thread that PGlite runs in.
const { folder, socketPath } = workerData as { folder: string; socketPath: string };
closeFilesToOthers();
const database = await PGlite.create({ dataDir: folder });
// The pool keeps one connection, but after an error it opens the next before the last is gone.
const server = new PGLiteSocketServer({ db: database, path: socketPath, maxConnections: 8 });
await server.start();
parentPort?.postMessage("ready");
parentPort?.on("message", async () => {
  await server.stop();
  await database.close();
  parentPort?.postMessage("closed");
  parentPort?.close();
});

/** Emscripten gives each file the mode that its own idea of a umask leaves (0666), past the umask of the process. */
function closeFilesToOthers(): void {
  const { chmodSync, fchmodSync } = fs;
  const closed = (mode: fs.Mode) => Number(mode) & 0o700;
  fs.chmodSync = (path, mode) => chmodSync(path, closed(mode));
  fs.fchmodSync = (descriptor, mode) => fchmodSync(descriptor, closed(mode));
  syncBuiltinESMExports();
}
