import pg from "pg";
import type { Received } from "./load.ts";

/** The ledger's record of one key's requests. Money in nano-USD. */
export type LedgerCheck = {
  complete: number;
  /** Complete responses without a row, or whose row says that they failed or were only estimated. */
  wrong: number;
  rows: number;
  rowsNanoUsd: bigint;
  chargedNanoUsd: bigint;
};

const ROWS = "select id, error, usage_estimated from generation where key_hash = $1";
const SUMS = `
  select (select coalesce(sum(cost_nano_usd), 0)::text from generation where key_hash = $1) as rows,
         (select coalesce(sum(cost_nano_usd), 0)::text from spend where payer_kind = 'key' and payer_id = $1) as charged`;

/** Compares what callers received with the rows of their key, and the key's sum with its rows. */
export async function checkLedger(
  pool: Pick<pg.Pool, "query">,
  keyHash: string,
  { complete }: Received,
): Promise<LedgerCheck> {
  const { rows } = await pool.query(ROWS, [keyHash]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const isWrong = (id: string) => {
    const row = byId.get(id);
    return !row || row.error !== null || row.usage_estimated;
  };
  const sums = (await pool.query(SUMS, [keyHash])).rows[0];
  return {
    complete: complete.size,
    wrong: [...complete].filter(isWrong).length,
    rows: rows.length,
    rowsNanoUsd: BigInt(sums.rows),
    chargedNanoUsd: BigInt(sums.charged),
  };
}

/** The same at a PostgreSQL server, which may stop as soon as this returns: the connection has ended by then. */
export async function checkLedgerAt(url: string, keyHash: string, received: Received): Promise<LedgerCheck> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await checkLedger(client, keyHash, received);
  } finally {
    await client.end();
  }
}
