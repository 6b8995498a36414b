import { readFile } from "node:fs/promises";
import { join } from "node:path";

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Returns the embedded PostgreSQL's code, compiled once in a process. Each database is opened on a new thread, and
 * threads that get the same module also share what V8 compiles of it later.
 */
export function compilePostgres(): Promise<WebAssembly.Module> {
  // A path from the project folder, so that a bundle finds it too.
  const file = join(/*turbopackIgnore: true*/ process.cwd(), "node_modules/@electric-sql/pglite/dist/pglite.wasm");
  compiled ??= readFile(file).then((bytes) => WebAssembly.compile(bytes));
  return compiled;
}
