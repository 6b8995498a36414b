import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";

/** Takes every right from the group and from others. */
const OWNER_ALONE = 0o077;

/**
 * Makes the data folder, which only its owner can read, and those above it. What the process writes from now on is its
 * owner's alone too, and so becomes what an earlier version left open. Throws what the system says where the folder
 * cannot be used. Returns false for a folder that others can read because it belongs to somebody else.
 */
export function makeDataFolder(folder: string): boolean {
  const path = resolve(/*turbopackIgnore: true*/ folder);
  makeFolders(path);
  accessSync(path, constants.W_OK);
  if (isMainThread) process.umask(OWNER_ALONE);
  return closeToOthers(path);
}

/** Not by `recursive`: where a folder takes no new one and says that it does not exist (/proc), Node tries for ever. */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (!isFolder(above)) makeFolders(above);
  makeFolder(path);
}

/** A folder that is closed holds nothing that others reach, so that what is in it is looked through once only. */
function closeToOthers(path: string): boolean {
  const { mode } = statSync(path);
  if ((mode & OWNER_ALONE) === 0) return true;
  try {
    chmodSync(path, mode & ~OWNER_ALONE & 0o777);
  } catch {
    return false;
  }
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() || entry.isDirectory()) closeOne(join(entry.parentPath, entry.name));
  }
  return true;
}

function closeOne(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & OWNER_ALONE) !== 0) chmodSync(path, found.mode & ~OWNER_ALONE & 0o777);
}

/** Of two starts at once each may be the one that makes it. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
