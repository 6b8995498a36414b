import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleServer } from "#server/build/bundle.mjs";
import { digestOf, filesBelow } from "#server/build/source-digest.mjs";

const PROJECT = fileURLToPath(new URL("../../..", import.meta.url));
const FOLDER = join(PROJECT, "node_modules/.cache/switchboard-tests");
const ENTRIES = { main: "server/main.ts", "api-server": "tests/support/servers/api-server.ts" };
const KEPT_MS = 86_400_000;

/**
 * Returns the file of a bundled entry. Its name is a hash of the sources (50 ms), so that a test never runs an old one;
 * bundling takes two seconds. The processes of a test run share the file.
 */
export async function bundledEntry(name: keyof typeof ENTRIES): Promise<string> {
  process.env.SWITCHBOARD_TEST_BUNDLE ??= await makeBundle();
  return join(process.env.SWITCHBOARD_TEST_BUNDLE, `${name}.mjs`);
}

async function makeBundle(): Promise<string> {
  const sources = filesBelow(PROJECT, "app/api", "lib", "server").filter((file) => /\.(ts|json|mjs)$/.test(file));
  const digest = digestOf(PROJECT, ["package-lock.json", ...Object.values(ENTRIES), ...sources]);
  const folder = join(FOLDER, digest.slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(FOLDER, { recursive: true });
  removeOld();
  const draft = mkdtempSync(join(FOLDER, "draft-"));
  await bundleServer({ project: PROJECT, entries: ENTRIES, folder: draft });
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
