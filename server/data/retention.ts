import type pg from "pg";
import type { Database } from "./database.ts";
import { runExclusively, updateRollups } from "./rollups.ts";

// A drop waits for running reads of the ledger, and writes wait behind it, so give up early and retry at the next run.
const LONGEST_WAIT_MS = 3_000;

/**
 * Drops the ledger's months that ended before a time, and older rows in no month's partition. Their sums in the
 * roll-ups and their spend in the totals remain. Returns the names of the dropped partitions.
 */
export async function dropOldGenerations(database: Database, beforeMs: number): Promise<string[]> {
  const { pool } = database;
  const old = (await monthsOf(pool)).filter(({ end }) => end <= beforeMs);
  // Rows must be in the roll-ups before they are dropped.
  await updateRollups(database);
  for (const { name } of old) {
    await runExclusively(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
      await client.query(`drop table ${name}`);
    });
  }
  await pool.query("delete from generation_default where created_at < $1", [new Date(beforeMs)]);
  return old.map(({ name }) => name);
}

/** Drops the days of stored contents that ended before a time, and older contents in no day's partition. */
export async function dropOldContents(pool: pg.Pool, beforeMs: number): Promise<string[]> {
  const old = (await daysOf(pool)).filter(({ end }) => end <= beforeMs);
  for (const { name } of old) {
    await runExclusively(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
      await client.query(`drop table if exists ${name}`);
    });
  }
  await pool.query("delete from generation_content_default where created_at < $1", [new Date(beforeMs)]);
  return old.map(({ name }) => name);
}

/** Returns the partitions of stored contents, with the end of their day (Unix ms). */
async function daysOf(pool: pg.Pool): Promise<{ name: string; end: number }[]> {
  return (await partitionsOf(pool, "generation_content")).flatMap((name) => {
    const day = /^generation_content_(\d{4})_(\d{2})_(\d{2})$/.exec(name);
    return day ? [{ name, end: Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]) + 1) }] : [];
  });
}

/** Returns the ledger's partitions by month, with the end of their month (Unix ms). */
async function monthsOf(pool: pg.Pool): Promise<{ name: string; end: number }[]> {
  return (await partitionsOf(pool, "generation")).flatMap((name) => {
    const month = /^generation_(\d{4})_(\d{2})$/.exec(name);
    return month ? [{ name, end: Date.UTC(Number(month[1]), Number(month[2]), 1) }] : [];
  });
}

async function partitionsOf(pool: pg.Pool, table: "generation" | "generation_content"): Promise<string[]> {
  const { rows } = await pool.query(
    "select inhrelid::regclass::text as name from pg_inherits where inhparent = $1::text::regclass order by 1",
    [table],
  );
  return (rows as { name: string }[]).map(({ name }) => name);
}
