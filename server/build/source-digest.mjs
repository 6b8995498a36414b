import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/** Returns one digest of the paths and bytes of files; the paths are relative to the project. */
export function digestOf(project, files) {
  const digest = createHash("sha256");
  for (const file of files)
    if (existsSync(join(project, file))) digest.update(file).update(readFileSync(join(project, file)));
  return digest.digest("hex");
}

/** Returns the paths of all files in some folders of a project, in the same order on every machine. */
export function filesBelow(project, ...folders) {
  return folders.flatMap((folder) => {
    if (!existsSync(join(project, folder))) return [];
    return readdirSync(join(project, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(project, join(entry.parentPath ?? entry.path, entry.name)))
      .sort();
  });
}
