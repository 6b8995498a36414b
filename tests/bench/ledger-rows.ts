/**
 * Returns a statement that inserts ledger rows number `first` to `first + rows - 1` of `count`, spread evenly over the
 * time from `from` to `to` (Unix ms). 200 keys of 70 users each call a few of 40 models; the busiest tenth of the keys
 * makes about half of the requests. Half of them have two tags, of 20 and 250, and each ten-thousandth a third, `rare`.
 */
export function fillStatement(
  first: number,
  rows: number,
  count: number,
  workspace: string,
  organization: string,
  from: number,
  to: number,
): string {
  const random = (salt: number) => `((hashint8extended(n, ${salt}) & 1048575) / 1048576.0)::float8`;
  return `
    insert into generation (id, created_at, organization_id, workspace_id, key_hash, user_id, request_id, operation, dialect,
      requested_model, model, model_endpoint, provider, upstream_id, is_byok, attempts, usage, raw_usage, cost_nano_usd,
      price_ids, status, finish, error, streamed, cancelled, queue_ms, first_token_ms, total_ms, session_id, user_agent, notes, tags,
      external_user)
    select 'gen-' || n, created_at, '${organization}', '${workspace}', md5('key' || key) || md5(key::text),
      ('00000000-0000-4000-8000-' || lpad((key % 70)::text, 12, '0'))::uuid, 'request-' || n,
      case when key % 3 = 0 then 'createMessage' else 'createResponse' end, 'responses',
      'author/model-' || model, 'author/model-' || model, 'author/model-' || model || '@provider-' || model % 6,
      'provider-' || model % 6, 'upstream-' || n, key % 9 = 0,
      jsonb_build_array(jsonb_build_object('provider', 'provider-' || model % 6, 'model', 'model-' || model, 'endpoint', '', 'status', status, 'durationMs', total_ms, 'isByok', key % 9 = 0)),
      jsonb_build_object('input_tokens', (4000 * ${random(7)})::int, 'cache_read_tokens', (2000 * ${random(8)})::int, 'output_tokens', (900 * ${random(9)})::int),
      jsonb_build_object('prompt_tokens', 1234, 'completion_tokens', 567, 'total_tokens', 1801),
      (50000000 * ${random(10)})::bigint, '{p1,p2}', status, case when status = 200 then 'stop' else 'error' end,
      case when status = 200 then null else 'failed' end, key % 4 > 0, false, 1,
      case when status = 200 then (total_ms * ${random(11)})::int end, total_ms, 'session-' || n % 1000, 'bench', '{}',
      case when n % 2 = 0 then array['team:' || key % 20, 'project:' || n % 500] || case when n % 10000 = 0 then array['rare'] else '{}' end end,
      case when n % 3 = 0 then 'user-' || n % 5000 end
    from (
      select n, key, (key * 3 + floor(3 * ${random(3)})::int) % 40 as model, (40 + 8000 * ${random(4)} ^ 4)::int as total_ms,
        case when ${random(5)} > 0.96 then (array[400, 429, 502, 503])[1 + floor(4 * ${random(6)})::int] else 200 end as status,
        to_timestamp(${from / 1000} + ${(to - from) / 1000 / count}::float8 * n) as created_at
      from (select n, floor(200 * ${random(1)} ^ 3)::int as key from generate_series(${first}, ${first + rows - 1}) as n) as numbered
    ) as call`;
}

/** Queues the ledger rows of a time span for rolling up, five thousand per row of the queue. */
export const QUEUE_STATEMENT = `
  insert into rollup_queue (generation_ids, created_ats)
  select array_agg(id), array_agg(created_at)
  from (select id, created_at, substr(id, 5)::bigint / 5000 as line from generation where created_at >= $1 and created_at < $2) as row
  group by line order by line`;
