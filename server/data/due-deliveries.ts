import type pg from "pg";

/** Tables of messages with the columns `status`, `next_attempt_at`, `held_by` and `held_until`. */
type DeliveryTable = "webhook_delivery" | "alert_delivery";

/** Holds due deliveries for 60 s, longer than any attempt takes, and returns the ids that no other process works on. */
export async function holdDue(pool: pg.Pool, table: DeliveryTable, processId: string, most: number): Promise<string[]> {
  const claim = `
    update ${table} set held_by = $1, held_until = now() + interval '60 s' where id in (
      select id from ${table} where status = 'pending' and next_attempt_at <= now()
        and (held_until is null or held_until < now())
      order by next_attempt_at for update skip locked limit $2
    ) returning id`;
  const { rows } = await pool.query<{ id: string }>(claim, [processId, most]);
  return rows.map(({ id }) => id);
}

/** Returns the milliseconds until the next delivery is due; undefined if there is none. */
export async function nextDue(pool: pg.Pool, table: DeliveryTable): Promise<number | undefined> {
  const { rows } = await pool.query<{ in_ms: string | null }>(
    `select extract(epoch from min(greatest(next_attempt_at, coalesce(held_until, next_attempt_at))) - now()) * 1000
       as in_ms from ${table} where status = 'pending'`,
  );
  const inMs = rows[0]?.in_ms;
  return inMs === null || inMs === undefined ? undefined : Number(inMs);
}
