import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isMainThread } from "node:worker_threads";
import { startupError } from "#server/env.ts";
import type { Log } from "#server/log.ts";

/** Removes all permissions from the group and from others. */
const OWNER_ALONE = 0o077;

/**
 * Creates the data folder and its parents, readable only by its owner. Also removes the permissions of others on files
 * from an earlier version, and restricts the files that this process writes from now on. Throws the system's error if
 * the folder cannot be used. Returns false for a folder that others can read because it belongs to another user.
 */
export function makeDataFolder(folder: string): boolean {
  const path = resolve(/*turbopackIgnore: true*/ folder);
  makeFolders(path);
  accessSync(path, constants.W_OK);
  if (isMainThread) process.umask(OWNER_ALONE);
  return closeToOthers(path);
}

/**
 * Does not use `recursive`: where a folder cannot be created and the system reports that its parent is missing (/proc),
 * Node retries forever.
 */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (!isFolder(above)) makeFolders(above);
  makeFolder(path);
}

/**
 * Restricts a folder and its contents. Nothing inside a restricted folder is accessible to others, so its contents are
 * checked only once.
 */
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
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats && (stats.mode & OWNER_ALONE) !== 0) chmodSync(path, stats.mode & ~OWNER_ALONE & 0o777);
}

/** Creates a folder unless it exists: two processes that start at once may both try. */
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

/** Opens the data folder. It is needed with an external database too, for the secret, the journal and files. */
export function openDataFolder(folder: string, log: Log): void {
  try {
    if (!makeDataFolder(folder))
      log.warn({ folder }, "other users can read the data folder, because it belongs to another user");
  } catch (error) {
    throw startupError("DATA_DIR", error as Error);
  }
}
