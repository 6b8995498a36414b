import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer } from "#server/build/bundle.mjs";
import { digestOf, filesBelow } from "#server/build/source-digest.mjs";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDER = join(PROJECT, "node_modules/.cache/switchboard-tests");
const GATEWAY = { main: "server/main.ts", "api-server": "tests/support/servers/api-server.ts" };
/** The files of the commands that operators run, by the names of their `npm run` lines. */
export const COMMANDS = {
  account: "server/cli/account-command.ts",
  backup: "server/cli/backup-command.ts",
  config: "server/cli/config-command.ts",
  ledger: "server/cli/ledger-command.ts",
  prices: "server/cli/prices-command.ts",
  vault: "server/cli/vault-command.ts",
};
const KEPT_MS = 86_400_000;

export type CommandName = keyof typeof COMMANDS;

/**
 * Returns the file of a bundled entry. Its name is a hash of the sources (50 ms), so that a test never runs an old one;
 * bundling takes two seconds. The processes of a test run share the file.
 */
export async function bundledEntry(name: keyof typeof GATEWAY): Promise<string> {
  process.env.SWITCHBOARD_TEST_BUNDLE ??= await makeBundle(GATEWAY);
  return join(process.env.SWITCHBOARD_TEST_BUNDLE, `${name}.mjs`);
}

/**
 * Returns the file of a bundled command. Commands have a bundle of their own, made for the first test that runs one:
 * together with the gateway's, they would load packages that only it needs.
 */
export async function bundledCommand(name: CommandName): Promise<string> {
  return join(await makeBundle(COMMANDS), `${name}.mjs`);
}

async function makeBundle(entries: Record<string, string>): Promise<string> {
  const sources = filesBelow(PROJECT, "app/api", "lib", "server").filter((file) => /\.(ts|json|mjs)$/.test(file));
  const digest = digestOf(PROJECT, ["package-lock.json", ...Object.values(entries), ...sources]);
  const folder = join(FOLDER, `${Object.keys(entries)[0]}-${digest.slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(FOLDER, { recursive: true });
  removeOld();
  const draft = mkdtempSync(join(FOLDER, "draft-"));
  await bundleServer({ project: PROJECT, entries, folder: draft });
  try {
    renameSync(draft, folder);
  } catch {
    // Another process was faster; its bundle is the same.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Another test run may still use a bundle that this one does not. */
function removeOld(): void {
  for (const name of readdirSync(FOLDER))
    if (Date.now() - statSync(join(FOLDER, name)).mtimeMs > KEPT_MS)
      rmSync(join(FOLDER, name), { recursive: true, force: true });
}
