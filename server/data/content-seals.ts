import type { Database } from "./database.ts";
import type { ContentRow, StoredContentRow } from "./generation-contents.ts";

/** A stored content by column. `createdAt`: as the database writes it, to the microsecond. */
type ContentToReseal = Pick<ContentRow, "id" | "workspaceId" | "input" | "output" | "error"> &
  Pick<StoredContentRow, "sealed" | "sizeBytes"> & { createdAt: string };

/** A content's new seal and the size of its texts; "unopened" leaves the row unchanged, "current" needs no change. */
export type Reseal = (row: ContentToReseal) => { sealed: Buffer; sizeBytes: number } | "unopened" | "current";

/** Contents are up to half a megabyte each. */
const PAGE = 50;
const FIRST = { createdAt: "-infinity", id: "" };

const READ = `
  select id, created_at::text as "createdAt", workspace_id as "workspaceId", input, output, error, sealed,
    size_bytes as "sizeBytes"
  from generation_content where (created_at, id) > ($1::timestamptz, $2) order by created_at, id limit ${PAGE}`;

const REPLACE = `
  update generation_content as content
  set sealed = fresh.sealed, size_bytes = fresh.size_bytes, input = null, output = null, error = null
  from unnest($1::text[], $2::timestamptz[], $3::bytea[], $4::integer[]) as fresh (id, created_at, sealed, size_bytes)
  where content.id = fresh.id and content.created_at = fresh.created_at`;

/**
 * Replaces the seal of every content of every organization, and seals those in plain text. Works in pages, so that it
 * can be interrupted and run again. Returns the number of replaced seals, and the ids of those that cannot be opened.
 */
export async function resealContents(
  { pool }: Pick<Database, "pool">,
  reseal: Reseal,
): Promise<{ sealed: number; unopened: string[] }> {
  const done = { sealed: 0, unopened: [] as string[] };
  for (let after: { createdAt: string; id: string } | undefined = FIRST; after; ) {
    const { rows }: { rows: ContentToReseal[] } = await pool.query(READ, [after.createdAt, after.id]);
    const results = rows.map((row) => ({ row, result: reseal(row) }));
    done.unopened.push(...results.filter(({ result }) => result === "unopened").map(({ row }) => row.id));
    const fresh = results.flatMap(({ row, result }) => (typeof result === "string" ? [] : [{ ...row, ...result }]));
    const columns = (["id", "createdAt", "sealed", "sizeBytes"] as const).map((name) => fresh.map((row) => row[name]));
    if (fresh.length > 0) await pool.query(REPLACE, columns);
    done.sealed += fresh.length;
    after = rows.length === PAGE ? rows.at(-1) : undefined;
  }
  return done;
}
