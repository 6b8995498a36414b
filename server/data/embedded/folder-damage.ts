import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Sizes that PostgreSQL 18 always uses: `PG_CONTROL_FILE_SIZE` and the default `wal_segment_size`. */
const CONTROL_BYTES = 8192;
const WAL_SEGMENT_BYTES = 16 * 1024 * 1024;

/** Returns whether a folder contains a database, damaged or not; false for an absent or empty folder. */
export function holdsDatabase(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true && readdirSync(folder).length > 0;
}

/**
 * Returns the damage to the files that PostgreSQL needs before it can report any itself; undefined if they are intact.
 * Without this check, PostgreSQL would replace a database without `PG_VERSION` with a new, empty one.
 */
export function findFolderDamage(folder: string): string | undefined {
  const version = readText(join(folder, "PG_VERSION"));
  if (version === undefined) return "PG_VERSION is missing";
  if (!/^\d+\s*$/.test(version)) return "PG_VERSION does not contain a version";
  const controlBytes = sizeOf(join(folder, "global/pg_control"));
  if (controlBytes !== CONTROL_BYTES) return describeDamage("global/pg_control", controlBytes, CONTROL_BYTES);
  const segments = list(join(folder, "pg_wal")).filter((name) => /^[0-9A-F]{24}$/.test(name));
  if (segments.length === 0) return "pg_wal contains no segment of the write-ahead log";
  for (const name of segments) {
    const bytes = sizeOf(join(folder, "pg_wal", name));
    if (bytes !== WAL_SEGMENT_BYTES) return describeDamage(`pg_wal/${name}`, bytes, WAL_SEGMENT_BYTES);
  }
  return undefined;
}

function describeDamage(name: string, bytes: number | undefined, expectedBytes: number): string {
  return bytes === undefined ? `${name} is missing` : `${name} has ${bytes} bytes instead of ${expectedBytes}`;
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

function readText(file: string): string | undefined {
  return sizeOf(file) === undefined ? undefined : readFileSync(file, "utf8");
}

function list(folder: string): string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : [];
}
