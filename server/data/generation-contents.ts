import { and, desc, eq, gte, lt, sql } from "drizzle-orm";
import type pg from "pg";
import type { Queries } from "./database.ts";
import { generationContent } from "./schema/generation-contents.ts";

/** A content as it is stored: sealed, or in plain text if an earlier version wrote it. */
export type StoredContentRow = typeof generationContent.$inferSelect;

/** A content that can be read. */
export type ContentRow = Omit<
  StoredContentRow,
  "plainInput" | "plainOutput" | "plainError" | "sealed" | "sizeBytes"
> & {
  /** The request as the model received it; null: withheld. */
  input: string | null;
  /** The response as the caller received it; null: there was none. */
  output: string | null;
  /** The error that the caller received. */
  error: string | null;
};

// All rows travel as one JSON parameter, as in the ledger.
const RECORD = `
  insert into generation_content select * from json_populate_recordset(null::generation_content, $1::json)
  on conflict do nothing`;

/** Writes contents, given as a JSON array of rows by column name. */
export async function recordContents(pool: pg.Pool, rowsJson: string): Promise<void> {
  await pool.query(RECORD, [rowsJson]);
}

/** Identifies a request of a workspace by columns of its ledger row. */
export type ContentKey = Pick<ContentRow, "workspaceId" | "id" | "createdAt">;

/** Returns the stored content of a request. */
export async function findContent(queries: Queries, call: ContentKey): Promise<StoredContentRow | undefined> {
  const [row] = await queries.select().from(generationContent).where(ofCall(call)).limit(1);
  return row;
}

/** Returns the stored contents of requests of a workspace; `at` is the request's time (ISO). */
export async function findContents(
  queries: Queries,
  workspaceId: string,
  calls: readonly { id: string; at: string }[],
): Promise<StoredContentRow[]> {
  const { workspaceId: space, id, createdAt } = generationContent;
  const ids = sql.param(calls.map((call) => call.id));
  const times = sql.param(calls.map((call) => call.at));
  const named = sql`(${id}, ${createdAt}) in (select * from unnest(${ids}::text[], ${times}::timestamptz[]))`;
  return queries
    .select()
    .from(generationContent)
    .where(and(eq(space, workspaceId), named));
}

/** Returns whether any content of a request is stored. */
export async function hasContent(queries: Queries, call: ContentKey): Promise<boolean> {
  const { id } = generationContent;
  return (await queries.select({ id }).from(generationContent).where(ofCall(call)).limit(1)).length > 0;
}

// The time limits the query to one day's partition.
function ofCall({ workspaceId, id, createdAt }: ContentKey) {
  const { workspaceId: space, id: name, createdAt: time } = generationContent;
  return and(eq(space, workspaceId), eq(name, id), eq(time, createdAt));
}

export type ContentRange = { workspaceId: string; from?: Date | undefined; to?: Date | undefined; last: number };

/** Contents are large, so only a few are in memory at once. */
const PAGE = 25;

/** Yields the latest stored contents of a workspace, newest first, in pages. */
export async function* lastContents(
  queries: Queries,
  { workspaceId, from, to, last }: ContentRange,
): AsyncGenerator<StoredContentRow[], void, void> {
  const { id, createdAt } = generationContent;
  let left = last;
  let after: StoredContentRow | undefined;
  while (left > 0) {
    const before = after && sql`(${createdAt}, ${id}) < (${after.createdAt.toISOString()}::timestamptz, ${after.id})`;
    const page: StoredContentRow[] = await queries
      .select()
      .from(generationContent)
      .where(
        and(
          eq(generationContent.workspaceId, workspaceId),
          from && gte(createdAt, from),
          to && lt(createdAt, to),
          before,
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(Math.min(left, PAGE));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    left -= page.length;
    after = page.at(-1);
  }
}

/** Removes all stored contents of a workspace. */
export async function deleteContents(queries: Queries, workspaceId: string): Promise<void> {
  await queries.delete(generationContent).where(eq(generationContent.workspaceId, workspaceId));
}
