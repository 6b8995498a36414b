import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll } from "vitest";
import { mediaSamples } from "#components/playground/media/media-code.ts";
import type { MediaRequest } from "#components/playground/media/media-request.ts";
import type { TestGateway } from "#tests/support/servers/gateway.ts";
import { openPooledGateway } from "#tests/support/servers/pooled-gateway.ts";

const run = promisify(execFile);

/** Characters with a special meaning in a shell, JavaScript or Python. */
export const AWKWARD = `Don't stop: "it" is \\n $HOME \`fine\` $${"{x}"} ✓ 🎉`;

export type CodeFolder = {
  /** Returns what a sample prints: run by a shell for curl, as a JavaScript module otherwise. */
  outputOf: (id: string, code: string) => Promise<string>;
  /** A file that a sample has written. */
  read: (name: string) => Promise<Buffer>;
  remove: () => Promise<void>;
};

/** A gateway, and a folder in which the console's sample code is run against it, for all tests of a file. */
export function codeWorld(): { readonly gateway: TestGateway; readonly code: CodeFolder } {
  const world = {} as { gateway: TestGateway; code: CodeFolder };
  beforeAll(async () => {
    world.gateway = await openPooledGateway();
    world.code = await openCodeFolder((await world.gateway.newKey()).key);
  });
  afterAll(async () => {
    await world.code?.remove();
    await world.gateway?.stop();
  });
  return world;
}

/** A folder in which the console's sample code is run unchanged, with a key in its variable. */
async function openCodeFolder(key: string): Promise<CodeFolder> {
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

/** Returns the console's sample code for a media request in the language `id`; empty if there is none. */
export function mediaSampleOf({ gateway }: { gateway: TestGateway }, request: MediaRequest, id: string): string {
  return mediaSamples(request, gateway.url).find((sample) => sample.id === id)?.code ?? "";
}
