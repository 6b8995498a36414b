import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { create, extract } from "tar";
import { renameDurably } from "./durable-file.ts";

/** The contents of an archive, stored in it as `manifest.json`. `at` is when its data was current (ISO 8601, UTC). */
export type Manifest = {
  format: 1;
  at: string;
  database: "embedded" | "postgresql";
  /** True if it contains uploaded and generated files, under `files/`. */
  hasFiles: boolean;
  entries: { path: string; bytes: number; sha256: string }[];
};

const MANIFEST = "manifest.json";

/**
 * Packs everything in a folder into one compressed tar file. The file gets its name only when all of it is on the disk.
 * Adds the manifest to the folder.
 */
export async function packArchive(folder: string, file: string, about: Omit<Manifest, "format" | "entries">) {
  const entries: Manifest["entries"] = [];
  for (const path of filesBelow(folder)) entries.push({ path, ...(await digestOf(join(folder, path))) });
  const manifest: Manifest = { format: 1, ...about, entries };
  writeFileSync(join(folder, MANIFEST), JSON.stringify(manifest), { mode: 0o600 });
  const draft = `${file}.draft`;
  try {
    await pipeline(
      create({ cwd: folder, portable: true }, readdirSync(folder)),
      createZstdCompress(),
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    renameDurably(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Unpacks an archive into a new folder. Throws an error with a readable message for an incomplete or modified archive.
 */
export async function unpackArchive(file: string, folder: string): Promise<Manifest> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    await pipeline(createReadStream(file), createZstdDecompress(), extract({ cwd: folder, strict: true }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Error(`The file ${file} does not exist.`);
    throw new Error(`The file ${file} is damaged or not a backup: ${(error as Error).message}.`);
  }
  const manifest = readManifest(folder, file);
  for (const { path, bytes, sha256 } of manifest.entries) {
    const found = await digestOf(join(folder, path)).catch(() => undefined);
    if (found?.bytes !== bytes || found.sha256 !== sha256)
      throw new Error(`The file ${file} is damaged: the checksum of ${path} does not match.`);
  }
  return manifest;
}

function readManifest(folder: string, file: string): Manifest {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, MANIFEST), "utf8")) as Manifest;
    if (manifest.format === 1) return manifest;
  } catch {
    // Reported below, like an unknown format.
  }
  throw new Error(`The file ${file} is not a Switchboard backup, or is from a later version.`);
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  // A stream allocates its whole buffer, and most of a database's 1,300 files are small.
  const highWaterMark = Math.min(Math.max((await stat(file)).size, 1), 1024 * 1024);
  for await (const chunk of createReadStream(file, { highWaterMark })) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest("hex") };
}
