import { chmod, mkdir, open, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";

/** A folder below the root is a link, so the path may lead elsewhere. */
export class OutsideFolder extends Error {}

/** The group may read exports, for programs that run as another user; the process's own mask would forbid it. */
const FILE_MODE = 0o640;
const FOLDER_MODE = 0o750;
const SET_GROUP_ID = 0o2000;

/**
 * Writes a file below an existing folder, creating the folders between. After a crash or a power failure it has its old
 * content, all of the new or does not exist. Throws the system's error, or `OutsideFolder` if a folder on the way is a
 * link.
 */
export async function writeObject(root: string, path: readonly string[], content: Uint8Array): Promise<void> {
  const names = path.map((name) => (/^\.{0,2}$/.test(name) ? "_" : name));
  const file = names.pop() as string;
  const folders = await makeFolders(await realpath(/*turbopackIgnore: true*/ root), names);
  const folder = folders.at(-1) as string;
  const drafts = draftsOf(file);
  const draft = join(folder, drafts.newName());
  try {
    await writeSynced(draft, content);
    await rename(draft, join(folder, file));
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  for (const each of folders.toReversed()) await syncFolder(each);
  // Those of processes that were killed.
  const left = (await readdir(folder)).filter(drafts.isOne);
  await Promise.all(left.map((name) => rm(join(folder, name), { force: true })));
}

/** Creates each folder below the one before it, and returns all with `root`. None may be a link. */
async function makeFolders(root: string, names: readonly string[]): Promise<string[]> {
  const folders = [root];
  for (const name of names) {
    const path = join(folders.at(-1) as string, name);
    if (await makeFolder(path)) await chmod(path, ((await stat(path)).mode & SET_GROUP_ID) | FOLDER_MODE);
    if ((await realpath(path)) !== path) {
      throw new OutsideFolder("A folder of the export is a link; replace it with a real folder");
    }
    folders.push(path);
  }
  return folders;
}

/** Returns whether the folder is new. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Two processes may write the same file when one was thought dead, so each has a draft of its own. */
function draftsOf(file: string) {
  const start = `.${file}.`;
  return {
    newName: () => `${start}${crypto.randomUUID()}.draft`,
    isOne: (name: string) => name.startsWith(start) && name.endsWith(".draft"),
  };
}

async function writeSynced(path: string, content: Uint8Array): Promise<void> {
  const handle = await open(path, "wx", FILE_MODE);
  try {
    await handle.chmod(FILE_MODE);
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
