import type pg from "pg";
import type { Database } from "./database.ts";
import { foldRollups, inTurn } from "./rollups.ts";

// Dropping waits for running reads of the ledger, and writes wait behind it: rather try again at the next run.
const LONGEST_WAIT_MS = 3_000;

/**
 * Drops the ledger's months that ended before a time, and older rows that lie in no month's partition. Their sums are
 * in the roll-ups and their spend in the totals, which stay. Answers the names of the partitions dropped.
 */
export async function dropOldGenerations(database: Database, beforeMs: number): Promise<string[]> {
  const { pool } = database;
  const old = (await monthsOf(pool)).filter(({ end }) => end <= beforeMs);
  // Rows that are not in the roll-ups yet must be before they go.
  await foldRollups(database);
  for (const { name } of old) {
    await inTurn(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
      await client.query(`drop table ${name}`);
    });
  }
  await pool.query("delete from generation_default where created_at < $1", [new Date(beforeMs)]);
  return old.map(({ name }) => name);
}

/** Drops the days of stored contents that ended before a time, and older contents that lie in no day's partition. */
export async function dropOldContents(pool: pg.Pool, beforeMs: number): Promise<string[]> {
  const old = (await daysOf(pool)).filter(({ end }) => end <= beforeMs);
  for (const { name } of old) {
    await inTurn(pool, async (client) => {
      await client.query(`set local lock_timeout = ${LONGEST_WAIT_MS}`);
      await client.query(`drop table if exists ${name}`);
    });
  }
  await pool.query("delete from generation_content_default where created_at < $1", [new Date(beforeMs)]);
  return old.map(({ name }) => name);
}

/** The partitions of stored contents, with the time their day ends (Unix ms). */
async function daysOf(pool: pg.Pool): Promise<{ name: string; end: number }[]> {
  return (await partitionsOf(pool, "generation_content")).flatMap((name) => {
    const day = /^generation_content_(\d{4})_(\d{2})_(\d{2})$/.exec(name);
    return day ? [{ name, end: Date.UTC(Number(day[1]), Number(day[2]) - 1, Number(day[3]) + 1) }] : [];
  });
}

/** The ledger's partitions by month, with the time their month ends (Unix ms). */
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
