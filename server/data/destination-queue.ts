// The sample depends on the request alone, so destinations with the same rate receive the same requests. The first 32
// bits of an MD5 are evenly spread.
const IS_SAMPLED =
  "('x' || left(md5(generation.id), 8))::bit(32)::bigint < destination.sampling_rate * 4294967296::float8";

/**
 * Part of the roll-up statement: queues the ledger rows of the lines `taken` off its queue for the destinations that
 * want them; of rejected requests, those in which guardrails found something. A row is added once, after it was
 * committed, in whatever order rows arrive, so none is missed or queued twice. Without an enabled destination it costs
 * one lookup. The lock skips a destination that is deleted at this moment.
 */
export const QUEUE_EVENTS = `
    insert into destination_event (destination_id, generation_id, generation_at)
    select destination.id, generation.id, generation.created_at
    from (select * from taken where exists (select 1 from destination where enabled)) as line
      cross join lateral unnest(line.generation_ids, line.created_ats) as queued (id, created_at)
      join generation on generation.id = queued.id and generation.created_at = queued.created_at
      join workspace on workspace.id = generation.workspace_id and workspace.is_observability_broadcast_enabled
      join destination on destination.workspace_id = workspace.id and destination.enabled
    where (destination.api_key_hashes is null or generation.key_hash = any(destination.api_key_hashes))
      and (generation.rejection is null or generation.guarding is not null)
      and ${IS_SAMPLED}
    order by generation.created_at, generation.id
    for key share of destination
  `;
