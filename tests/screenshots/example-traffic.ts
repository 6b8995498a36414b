import type { Database } from "#server/data/database.ts";
import { seededRandom } from "#tests/support/random/seeded-random.ts";

/** A model of the example: its share of the requests, its cost in nano-USD, and how long it takes. */
type Example = { model: string; provider: string; share: number; costNanoUsd: number; ms: number };

const MODELS: Example[] = [
  { model: "anthropic/claude-sonnet-4.5", provider: "anthropic", share: 0.34, costNanoUsd: 14_000_000, ms: 3200 },
  { model: "openai/gpt-5-mini", provider: "openai", share: 0.27, costNanoUsd: 1_900_000, ms: 1800 },
  { model: "google/gemini-2.5-flash", provider: "google", share: 0.17, costNanoUsd: 900_000, ms: 1100 },
  { model: "openai/gpt-5", provider: "openai", share: 0.12, costNanoUsd: 11_000_000, ms: 4600 },
  { model: "mistralai/mistral-medium-3.1", provider: "mistral", share: 0.06, costNanoUsd: 1_400_000, ms: 1500 },
  { model: "local/echo", provider: "local", share: 0.04, costNanoUsd: 0, ms: 90 },
];
const DAYS = 15;
const HOUR_MS = 3_600_000;

/** Fills the ledger with two weeks of example requests by `keyHashes`, busier by day and on weekdays, up to `nowMs`. */
export async function addExampleTraffic(database: Database, keyHashes: string[], nowMs: number): Promise<void> {
  const { pool } = database;
  const { rows } = await pool.query("select id as workspace_id, organization_id from workspace limit 1");
  const from = nowMs - DAYS * 24 * HOUR_MS;
  for (let month = new Date(from); month.getTime() <= nowMs; month.setUTCMonth(month.getUTCMonth() + 1, 1))
    await makePartition(pool.query.bind(pool), month);
  for (let hour = from; hour < nowMs; hour += HOUR_MS)
    await pool.query(INSERT, [
      JSON.stringify(requestsOf(hour, keyHashes, nowMs).map((row) => ({ ...row, ...rows[0] }))),
    ]);
  await pool.query(QUEUE);
}

async function makePartition(query: (text: string) => Promise<unknown>, month: Date): Promise<void> {
  const start = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), 1)).toISOString();
  const end = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1)).toISOString();
  const name = `generation_${start.slice(0, 7).replace("-", "_")}`;
  await query(`create table if not exists ${name} partition of generation for values from ('${start}') to ('${end}')`);
}

let count = 0;
const random = seededRandom(7);

function requestsOf(hour: number, keyHashes: string[], nowMs: number): Record<string, unknown>[] {
  const date = new Date(hour);
  const isWeekend = date.getUTCDay() % 6 === 0;
  const byDay = 0.35 + 0.65 * Math.max(0, Math.sin(((date.getUTCHours() - 5) / 16) * Math.PI));
  const requests = Math.round(34 * byDay * (isWeekend ? 0.4 : 1) * (0.8 + 0.4 * random()));
  const times = Array.from({ length: requests }, () => hour + random() * HOUR_MS).filter((time) => time < nowMs);
  return times.map((time) => requestAt(time, keyHashes));
}

function requestAt(time: number, keyHashes: string[]): Record<string, unknown> {
  const { model, provider, costNanoUsd, ms } = pick(MODELS);
  const size = 0.3 + 1.4 * random();
  const fails = random() > 0.985;
  const totalMs = Math.round(ms * size);
  const promptTokens = Math.round(3000 * size);
  return {
    id: `gen-${count++}`,
    created_at: new Date(time).toISOString(),
    key_hash: keyHashes[Math.floor(keyHashes.length * random() ** 2)],
    model,
    provider,
    status: fails ? 502 : 200,
    cost: fails ? 0 : Math.round(costNanoUsd * size),
    usage: {
      input_tokens: promptTokens,
      cache_read_tokens: Math.round(promptTokens * 0.4),
      output_tokens: Math.round(500 * size),
    },
    first_token_ms: Math.round(totalMs * (0.15 + 0.1 * random())),
    total_ms: totalMs,
  };
}

const INSERT = `
  insert into generation (id, created_at, organization_id, workspace_id, key_hash, request_id, operation, dialect,
    requested_model, model, model_endpoint, provider, attempts, usage, cost_nano_usd, price_ids, status, finish, error,
    streamed, cancelled, queue_ms, first_token_ms, total_ms, user_agent, notes)
  select id, created_at, organization_id, workspace_id, key_hash, 'request-' || id, 'createResponse', 'responses',
    model, model, model || '@' || provider, provider, '[]', usage, cost, '{}', status,
    case when status = 200 then 'stop' else 'error' end, case when status = 200 then null else 'The provider failed' end,
    true, false, 0, case when status = 200 then first_token_ms end, total_ms, 'example', '{}'
  from json_to_recordset($1) as row(id text, created_at timestamptz, organization_id uuid, workspace_id uuid,
    key_hash text, model text, provider text, status int, cost bigint, usage jsonb, first_token_ms int, total_ms int)`;

/** Queues the example's rows for the roll-ups that the overview reads. */
const QUEUE = `
  insert into rollup_queue (generation_ids, created_ats)
  select array_agg(id), array_agg(created_at) from generation where user_agent = 'example'
  group by date_trunc('day', created_at)`;

function pick(examples: Example[]): Example {
  const drawn = random();
  const upTo = (at: number) => examples.slice(0, at + 1).reduce((sum, { share }) => sum + share, 0);
  return examples.find((_, at) => drawn < upTo(at)) ?? (examples[0] as Example);
}
