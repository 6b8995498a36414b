import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { ALERT_ENV, inDatabase, newWorkspace } from "./set-up-alerts.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({ env: { ...ALERT_ENV, DATABASE_URL: postgres.url } }));

let workspace: string;
let empty: string;
/** The hour in which far more was spent, and more failed, than usual. */
const oddHourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 3 * DAY_MS;

const CELL = `
  insert into rollup select (jsonb_populate_record(null::rollup, to_jsonb(cell) || $2::jsonb)).* from rollup as cell
  where workspace_id = $1 and grain = 'total' and span = 'hour' order by cell.bucket desc limit 1`;

beforeAll(async () => {
  workspace = await newWorkspace(gateway, "past");
  empty = await newWorkspace(gateway, "empty");
  const { key } = await gateway.newKey({ workspace_id: workspace });
  await gateway.call("POST", "/responses", { model: "local/echo", input: "hi" }, { key });
  await preview("spend_threshold", { interval: "daily", limit_usd: 1 });
  await inDatabase(postgres.url, async (client) => {
    const series = "a1b2c3d4-0000-4000-8000-000000000000";
    await client.query("insert into rollup_series (id, workspace_id, status_class) values ($1, $2, '5xx')", [
      series,
      workspace,
    ]);
    for (let atMs = oddHourMs - 50 * DAY_MS; atMs < oddHourMs + 2 * DAY_MS; atMs += HOUR_MS) {
      const bucket = new Date(atMs).toISOString();
      const isOdd = atMs === oddHourMs;
      const cost = { bucket, requests: 100, cost_nano_usd: isOdd ? 5_000_000_000 : 100_000_000 };
      await client.query(CELL, [workspace, cost]);
      const failed = { bucket, series_id: series, requests: isOdd ? 100 : 2, cost_nano_usd: 0 };
      await client.query(CELL, [workspace, failed]);
    }
  });
});

async function preview(kind: string, params: object, where = workspace) {
  const { status, body } = await gateway.call("POST", "/alert-rules/preview", { kind, params, workspace_id: where });
  expect([status, body.error]).toEqual([200, undefined]);
  return body.data;
}

const hourAfter = (atMs: number) => new Date(atMs + HOUR_MS).toISOString();

describe("the preview of the last 30 days", () => {
  test("shows the hour of unusual spending, with its numbers, and no other", async () => {
    expect(await preview("spend_anomaly", {})).toMatchObject({
      past: "known",
      total: 1,
      alerts: [
        {
          opened_at: hourAfter(oddHourMs),
          resolved_at: hourAfter(oddHourMs + HOUR_MS),
          message: expect.stringMatching(
            /spent \$5\.00 between .* In the same hour of the last 4 weeks, it was \$0\.10 on average/,
          ),
        },
      ],
    });
    expect(await preview("spend_anomaly", { factor: 60 })).toMatchObject({ total: 0, alerts: [] });
  });

  test("shows the hour of unusual errors", async () => {
    const { alerts, total } = await preview("error_anomaly", {});
    expect([total, alerts[0]]).toMatchObject([
      1,
      { opened_at: hourAfter(oddHourMs), message: expect.stringContaining("50% of the requests") },
    ]);
  });

  test("shows each day above a daily threshold, from the hour in which it was exceeded until midnight", async () => {
    const { alerts, total } = await preview("spend_threshold", { interval: "daily", limit_usd: 3 });
    const oddDay = new Date(oddHourMs).toISOString().slice(0, 10);
    expect(total).toBe(1);
    expect(alerts[0].opened_at).toBe(hourAfter(oddHourMs));
    expect(alerts[0].message).toContain("above the threshold of $3.00");
    // The first moment of the next day still belongs to the day that ends with it.
    expect(alerts[0].resolved_at).toBe(new Date(Date.parse(`${oddDay}T00:00:00Z`) + DAY_MS + HOUR_MS).toISOString());
    expect((await preview("spend_threshold", { interval: "daily", limit_usd: 2 })).total).toBeGreaterThan(20);
  });

  test("shows keys that were about to expire since they exist", async () => {
    const expires_at = new Date(Date.now() + DAY_MS).toISOString();
    const { hash } = (await gateway.call("POST", "/keys", { name: "Nightly", workspace_id: empty, expires_at })).body
      .data;
    expect((await preview("key_expiring", { days: 7 }, empty)).alerts).toEqual([]);
    const madeAt = Date.now() - 4 * DAY_MS;
    await inDatabase(postgres.url, (client) =>
      client.query("update api_key set created_at = $1 where hash = $2", [new Date(madeAt), hash]),
    );
    const { alerts } = await preview("key_expiring", { days: 7 }, empty);
    expect(alerts).toMatchObject([
      { subject_name: "Nightly", resolved_at: null, message: expect.stringContaining("in 4 days") },
    ]);
    expect(Date.parse(alerts[0].opened_at) - madeAt).toBeLessThanOrEqual(HOUR_MS);
  });

  test("says what cannot be known", async () => {
    expect(await preview("credential_rejected", {})).toMatchObject({
      past: "unknown",
      note: expect.stringContaining("cannot be known"),
      total: 0,
    });
    expect(await preview("provider_degraded", {})).toMatchObject({ past: "partly_known", note: expect.any(String) });
  });

  test("contains nothing of another workspace, and rejects another organization's", async () => {
    for (const [kind, params] of [
      ["spend_threshold", { interval: "monthly", limit_usd: 0.01 }],
      ["spend_anomaly", {}],
      ["error_anomaly", {}],
    ] as const) {
      expect(await preview(kind, params, empty)).toMatchObject({ total: 0 });
    }
    const nowhere = { kind: "spend_anomaly", params: {}, workspace_id: "00000000-0000-4000-8000-000000000000" };
    expect((await gateway.call("POST", "/alert-rules/preview", nowhere)).status).toBe(404);
  });
});
