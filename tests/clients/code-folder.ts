import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

export type CodeFolder = {
  /** What a sample prints: a shell's for curl, a JavaScript module for the others. */
  outputOf: (id: string, code: string) => Promise<string>;
  /** A file that a sample has written. */
  read: (name: string) => Promise<Buffer>;
  remove: () => Promise<void>;
};

/** A folder in which the code that the console shows is run as it stands, with a key in its variable. */
export async function openCodeFolder(key: string): Promise<CodeFolder> {
  const folder = await mkdtemp(join(tmpdir(), "switchboard-code-"));
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const env = { ...process.env, SWITCHBOARD_KEY: key };
  return {
    async outputOf(id, code) {
      const isShell = id === "curl";
      const file = join(folder, `${id}-${Math.random().toString(36).slice(2)}.${isShell ? "sh" : "mjs"}`);
      await writeFile(file, code);
      const { stdout } = await run(isShell ? "sh" : process.execPath, [file], { env, cwd: folder, timeout: 20_000 });
      return stdout;
    },
    read: (name) => readFile(join(folder, name)),
    remove: () => rm(folder, { recursive: true }),
  };
}
