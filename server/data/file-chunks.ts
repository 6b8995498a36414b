import { sql } from "drizzle-orm";
import type { Queries } from "./database.ts";

/** A piece of a file's text. `position`: from 0; -1 for a file without text. */
export type FileChunk = { position: number; text: string; vector: number[] };

/** A piece that a search found. `score`: the cosine of the angle to the query, at most 1. */
export type FoundChunk = { fileId: string; filename: string; position: number; text: string; score: number };

/** The workspace whose files are searched, and the model whose vectors are compared. `fileIds`: only these files. */
export type ChunkScope = { workspaceId: string; model: string; fileIds?: readonly string[] | undefined };

type FileToIndex = { id: string; filename: string; mimeType: string; sizeBytes: number };

/** Returns the workspace's files that have no vectors of the model yet, the newest first. */
export async function listUnindexedFiles(queries: Queries, scope: ChunkScope, limit: number): Promise<FileToIndex[]> {
  const { rows } = await queries.execute<FileToIndex>(sql`
    select file.id, filename, mime_type as "mimeType", size_bytes as "sizeBytes" from file
    where ${inScope(scope)}
      and not exists (select from file_chunk where file_id = file.id and model = ${scope.model})
    order by file.position desc limit ${limit}`);
  return rows;
}

/** Copies the pieces of another file of the workspace with the same bytes. Returns false if there is none. */
export async function copyChunks(
  queries: Queries,
  { workspaceId, model }: ChunkScope,
  fileId: string,
  hash: string,
): Promise<boolean> {
  const { rowCount } = await queries.execute(sql`
    insert into file_chunk (file_id, model, position, hash, text, vector)
    select ${fileId}, model, chunk.position, hash, text, vector from file_chunk as chunk
    where hash = ${hash} and model = ${model} and file_id = (
      select file_id from file_chunk join file on file.id = file_id
      where hash = ${hash} and model = ${model} and workspace_id = ${workspaceId} and stored limit 1)
    on conflict do nothing`);
  return (rowCount ?? 0) > 0;
}

/** Stores the pieces of a file. Another process may have done so meanwhile, or the file may be gone. */
export async function insertChunks(
  queries: Queries,
  fileId: string,
  model: string,
  hash: string,
  chunks: readonly FileChunk[],
): Promise<void> {
  const rows = JSON.stringify(chunks.map((chunk) => ({ ...chunk, vector: `{${chunk.vector.join(",")}}` })));
  await queries.execute(sql`
    insert into file_chunk (file_id, model, position, hash, text, vector)
    select file.id, ${model}, chunk.position, ${hash}, chunk.text, chunk.vector::real[]
    from jsonb_to_recordset(${rows}::jsonb) as chunk (position int, text text, vector text)
    join file on file.id = ${fileId} and stored
    on conflict do nothing`);
}

/** Returns the nearest pieces, by pgvector. */
export async function nearestChunks(
  queries: Queries,
  scope: ChunkScope,
  query: readonly number[],
  limit: number,
): Promise<FoundChunk[]> {
  const vector = `{${query.join(",")}}`;
  const { rows } = await queries.execute<FoundChunk>(sql`
    select file_id as "fileId", filename, chunk.position, text,
      1 - (vector::vector <=> ${vector}::real[]::vector) as score
    from file_chunk as chunk join file on file.id = file_id
    where ${inScope(scope)} and model = ${scope.model} and chunk.position >= 0
      and cardinality(vector) = ${query.length}
    order by score desc limit ${limit}`);
  return rows;
}

type ChunkRow = Omit<FoundChunk, "score"> & { vector: number[] };

/** Returns one page of pieces after a place in their order, to compare them in this process. */
export async function listChunks(
  queries: Queries,
  scope: ChunkScope,
  after: Pick<FoundChunk, "fileId" | "position"> | undefined,
  limit: number,
): Promise<ChunkRow[]> {
  const rest = after ? sql`and (file_id, chunk.position) > (${after.fileId}, ${after.position}::int)` : sql``;
  const { rows } = await queries.execute<ChunkRow>(sql`
    select file_id as "fileId", filename, chunk.position, text, vector
    from file_chunk as chunk join file on file.id = file_id
    where ${inScope(scope)} and model = ${scope.model} and chunk.position >= 0 ${rest}
    order by file_id, chunk.position limit ${limit}`);
  return rows;
}

/** Enables pgvector if the database has it and permits it. Returns whether it is enabled. */
export async function preparePgvector(queries: Queries): Promise<boolean> {
  const isIn = (table: "pg_extension" | "pg_available_extensions") =>
    table === "pg_extension"
      ? sql`select 1 from pg_extension where extname = 'vector'`
      : sql`select 1 from pg_available_extensions where name = 'vector'`;
  if ((await queries.execute(isIn("pg_extension"))).rows.length > 0) return true;
  if ((await queries.execute(isIn("pg_available_extensions"))).rows.length === 0) return false;
  return await queries.execute(sql`create extension if not exists vector`).then(
    () => true,
    // Often only the database's owner has the permission.
    () => false,
  );
}

function inScope({ workspaceId, fileIds }: ChunkScope) {
  const idFilter = fileIds
    ? sql`and file.id in (select jsonb_array_elements_text(${JSON.stringify(fileIds)}::jsonb))`
    : sql``;
  return sql`file.workspace_id = ${workspaceId} and file.stored ${idFilter}`;
}
