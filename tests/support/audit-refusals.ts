import pg from "pg";
import { expect } from "vitest";
import { socketFolderOf } from "#server/data/embedded/embedded.ts";
import type { TestGateway } from "./servers/gateway.ts";

type Reply = { status: number; body: ReturnType<typeof JSON.parse> };

/** Sends a request with these headers. */
export type Send<Sent extends Reply = Reply> = (headers: Record<string, string>) => Promise<Sent>;

/** A connection to the database of a gateway, which rejects the audit entries of some requests. */
export type AuditRefusals = {
  /** Returns a digest of the stored rows for each table. */
  stored(): Promise<Record<string, string>>;
  /** Returns the ids of the requests with this prefix, one for each audit entry. */
  requestsWithEntry(prefix: string): Promise<string[]>;
  /** Returns a new request id; the audit entry of a request with it cannot be written. */
  refusedId(): string;
  /**
   * Sends a change twice, first so that its audit entry cannot be written. Checks both, and returns the second
   * response.
   */
  change<Sent extends Reply>(send: Send<Sent>): Promise<Sent>;
  /** Returns every action in the audit log. */
  actions(): Promise<string[]>;
  close(): Promise<void>;
};

const TRIGGER = `
  create or replace function refuse_audit() returns trigger language plpgsql as $$
    begin raise exception 'no audit entry for %', new.request_id; end $$;
  create or replace trigger refuse_audit before insert on audit for each row
    when (new.request_id like 'refused-%') execute function refuse_audit()`;

/** Tables and columns that the gateway writes by itself, at any time. */
const OWN_TABLES =
  "^(audit|generation|spend|lease|rollup|guardrail_hit|shipped_price|video_job|endpoint_count|batch_line)";
const OWN_COLUMNS: Record<string, string> = {
  alert: "{subject_name,message,numbers,last_seen_at,resolved_at}",
  alert_channel: "{last_delivered_at,last_error}",
  alert_delivery: "{status,attempts,next_attempt_at,held_by,held_until}",
  alert_rule: "{evaluate_at,evaluated_at,evaluation_error}",
  api_key: "{last_used_at}",
  // Only a caller cancels a batch; the gateway writes the rest while it runs.
  batch:
    "{status,total,succeeded,errored,canceled,expired,cost_nano_usd,output_file_id,error_file_id,in_progress_at," +
    "finalizing_at,completed_at,cancelled_at,paused_until,pauses,served_at,held_by,held_until}",
  scim_token: "{last_used_at}",
  destination_state: "{held_by,held_until}",
  webhook_delivery: "{status,attempts,next_attempt_at,held_by,held_until}",
};

/** Rows that the gateway writes by itself, at any time: a rule opens alerts, and callers acknowledge or snooze them. */
const OWN_ROWS: Record<string, string> = { alert: "acknowledged_at is null and snoozed_until is null" };

/** Rejects the audit entries of requests that `refusedId` names. Without a URL, for the gateway's embedded database. */
export async function refuseAudit({ folder }: Pick<TestGateway, "folder">, url?: string): Promise<AuditRefusals> {
  const embedded = { host: socketFolderOf(folder), user: "postgres", database: "postgres" };
  const client = new pg.Client(url ? { connectionString: url } : embedded);
  await client.connect();
  await client.query(TRIGGER);
  const digests = await digestsOf(client);
  let requestCount = 0;
  const refusals: AuditRefusals = {
    async stored() {
      const { rows } = await client.query<{ name: string; digest: string }>(digests);
      return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
    },
    async requestsWithEntry(prefix) {
      const { rows } = await client.query<{ request_id: string }>(
        `select request_id from audit where starts_with(request_id, '${prefix}') order by id`,
      );
      return rows.map((row) => row.request_id);
    },
    refusedId: () => `refused-${++requestCount}`,
    async change(send) {
      const before = await refusals.stored();
      const refused = await send({ "x-request-id": refusals.refusedId() });
      expect(refused).toMatchObject({ status: 500, body: { error: { code: 500, message: expect.any(String) } } });
      expect(await refusals.stored()).toEqual(before);
      const requestId = `kept-${++requestCount}-`;
      const kept = await send({ "x-request-id": requestId });
      expect([kept.status, kept.body?.error]).toEqual([expect.toBeOneOf([200, 201]), undefined]);
      expect(await refusals.requestsWithEntry(requestId)).toEqual([requestId]);
      expect(await refusals.stored()).not.toEqual(before);
      return kept;
    },
    async actions() {
      const { rows } = await client.query<{ action: string }>("select distinct action from audit order by action");
      return rows.map(({ action }) => action);
    },
    close: () => client.end(),
  };
  return refusals;
}

/** Returns the statement that computes a digest of each table. */
async function digestsOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name !~ '${OWN_TABLES}' order by table_name`,
  );
  expect(rows.length).toBeGreaterThan(20);
  const digestOf = ({ name }: { name: string }) => `
    select '${name}' as name, md5(coalesce(string_agg(one, ',' order by one), '')) as digest
    from (select (to_jsonb(t) - '${OWN_COLUMNS[name] ?? "{}"}'::text[])::text as one from "${name}" t
          where not (${OWN_ROWS[name] ?? "false"})) as ones`;
  return rows.map(digestOf).join(" union all ");
}
