import { accessSync, constants, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";

/**
 * Makes the data folder and those above it; throws what the system says where it cannot be used. Not by `recursive`:
 * where a folder takes no new one and says that it does not exist (/proc), Node tries for ever.
 */
export function makeDataFolder(folder: string): void {
  const path = resolve(/*turbopackIgnore: true*/ folder);
  if (!isFolder(path)) {
    const above = dirname(path);
    if (!isFolder(above)) makeDataFolder(above);
    makeFolder(path);
  }
  accessSync(path, constants.W_OK);
}

/** Of two starts at once each may be the one that makes it. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
