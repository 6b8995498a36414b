import { MANAGEMENT_KEY, type Setting } from "./setting.ts";

const END_USERS = 100_000;

/**
 * Adds a budget of tags and one per end user, under which each of 100,000 end users has spent three times. Returns the id
 * of the latter.
 */
export async function fillBudgets({ pool }: Setting, base: string): Promise<string> {
  await create(base, { name: "Tags", tags: ["team:3", "project:6"] });
  const id = await create(base, { name: "Each end user", per_external_user: true, reset_interval: "monthly" });
  await pool.query(
    `insert into spend (payer_kind, payer_id, day, cost_nano_usd, requests)
     select 'budget:' || $1, 'user-' || n, to_char(now() - time * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI'), n, 1
     from generate_series(1, $2::int) as n, generate_series(1, 3) as time`,
    [id, END_USERS],
  );
  await pool.query("analyze spend");
  return id;
}

async function create(base: string, fields: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${base}/workspaces/default/shared-budgets`, {
    method: "POST",
    headers: { authorization: `Bearer ${MANAGEMENT_KEY}`, "content-type": "application/json" },
    body: JSON.stringify({ limit_usd: 1_000, ...fields }),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}
