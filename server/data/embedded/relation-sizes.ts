import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { ClientBase } from "pg";
import { writeDurably } from "./durable-file.ts";

// PostgreSQL does not notice that a table's file was truncated until it looks for one of the missing rows. So the sizes
// of all files are recorded now and then, and compared when the database is opened. No file ever shrinks, because
// vacuum runs without truncation here.

/** In the database's own folder, so that a snapshot and a restored folder carry their own sizes. */
const FILE = "switchboard-sizes.json";
const PAGE_BYTES = 8192;
/** PostgreSQL continues a larger file in another one, with a number at the end of its name. */
const SEGMENT_BYTES = 1024 ** 3;
/** Larger tables are not read at startup. This is about 100,000 rows, which takes 0.1 s. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

type Recorded = { isClosed: boolean; bytes: Record<string, number> };
type Relation = { name: string; path: string; bytes: number; pages: number; key: string | null };

/** Records the current sizes of a database to which nothing is written after this. */
export async function recordLastSizes(connection: ClientBase, folder: string): Promise<void> {
  recordSizes(folder, await readRelations(connection, folder), true);
}

function recordSizes(folder: string, relations: readonly Relation[], isClosed: boolean): void {
  const bytes = Object.fromEntries(relations.map((relation) => [relation.path, relation.bytes]));
  writeDurably(join(folder, FILE), JSON.stringify({ isClosed, bytes } satisfies Recorded));
}

/**
 * Compares the sizes of all files with the recorded ones. Returns a description of the first table or index whose file
 * is incomplete. If none is, records the current sizes and returns undefined.
 */
export async function checkSizes(connection: ClientBase, folder: string): Promise<string | undefined> {
  const relations = await readRelations(connection, folder);
  const missing = await findMissingPages(connection, folder, relations);
  if (!missing) recordSizes(folder, relations, false);
  return missing;
}

async function findMissingPages(connection: ClientBase, folder: string, relations: readonly Relation[]) {
  const previous = readRecord(join(folder, FILE));
  for (const { name, path, bytes, pages } of relations) {
    const expectedBytes = Math.max(previous?.bytes[path] ?? 0, pages * PAGE_BYTES);
    if (bytes < expectedBytes) return `the file of ${name} has ${bytes} bytes instead of at least ${expectedBytes}`;
    if (bytes % PAGE_BYTES !== 0) return `the file of ${name} ends within a page, after ${bytes} bytes`;
  }
  return previous?.isClosed ? undefined : findLostRow(connection, relations);
}

/** After an unclean stop the recorded sizes may be old. Following an index to a missing page is an error. */
async function findLostRow(connection: ClientBase, relations: readonly Relation[]): Promise<string | undefined> {
  await connection.query("set enable_seqscan = off");
  for (const { name, key, bytes } of relations) {
    if (!key || bytes > MAX_READ_BYTES) continue;
    try {
      // `xmin` is not in an index, so each row itself is read.
      await connection.query(`select count(xmin) from (select xmin from ${name} order by ${key}) rows`);
    } catch (error) {
      return `${name} cannot be read (${(error as Error).message})`;
    }
  }
  await connection.query("reset enable_seqscan");
  return undefined;
}

/**
 * Returns all tables, indexes and sequences with a file. `key`: the columns of a primary key of our own tables. Sizes are
 * not read with `pg_relation_size`, which takes three times as long, because PGlite resolves each path in JavaScript.
 */
async function readRelations(connection: ClientBase, folder: string): Promise<Relation[]> {
  const { rows } = await connection.query<Omit<Relation, "bytes">>(`
    select c.oid::regclass::text as name, pg_relation_filepath(c.oid) as path, c.relpages as pages,
      (select string_agg(quote_ident(a.attname), ', ' order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary and c.relkind = 'r' and c.oid >= 16384) as key
    from pg_class c
    where c.relkind in ('r', 'i', 't', 'm', 'S')`);
  return rows.map((row) => ({ ...row, bytes: sizeOf(join(folder, row.path)) }));
}

function sizeOf(file: string): number {
  let total = 0;
  for (let segment = 0; ; segment += 1) {
    const path = segment === 0 ? file : `${file}.${segment}`;
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    total += bytes;
    if (bytes < SEGMENT_BYTES) return total;
  }
}

function readRecord(file: string): Recorded | undefined {
  if (!statSync(file, { throwIfNoEntry: false })) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Recorded;
  } catch {
    return undefined;
  }
}
