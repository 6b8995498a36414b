import { beforeAll, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { ALERT_ENV, alertsOf, inDatabase, make, newWorkspace } from "./set-up-alerts.ts";

const HOUR_MS = 3_600_000;
const LONG = "0199c1b4-7d2e-7aa3-9d0f-3f2f6b1c2d3e";

const upstream = sharedUpstream();
const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai"],
  env: { ...ALERT_ENV, DATABASE_URL: postgres.url },
}));

let workspace: string;
let key: string;
/** Both in one hour, whenever the test runs. */
const EARLIER = `update generation set created_at = date_trunc('hour', now()) - interval '29 hours 50 minutes'
  where session_id = 'yesterday'`;

/** The cost of one request. */
let costUsd: number;

beforeAll(async () => {
  workspace = await newWorkspace(gateway, "agents");
  key = (await gateway.newKey({ workspace_id: workspace })).key;
  for (const session of [LONG, LONG, LONG, "short", "yesterday", "yesterday"]) await ask(session);
  await ask("elsewhere", (await gateway.newKey()).key);
  const { data } = (await gateway.call("GET", `/generations?workspace_id=${workspace}`)).body;
  costUsd = data[0].cost;
  expect(costUsd).toBeGreaterThan(0);
  await inDatabase(postgres.url, (client) => client.query(EARLIER));
});

async function ask(session: string, as = key): Promise<void> {
  const body = { model: "openai/gpt-4o-mini", input: "hello", session_id: session };
  const { status } = await gateway.call("POST", "/responses", body, {
    key: as,
    headers: { "x-switchboard-tags": `session:${session}` },
  });
  expect(status).toBe(200);
}

/** Returns what a rule with a threshold between one request and two would have opened. */
async function preview(params: object = {}) {
  const rule = { kind: "session_spend", params: { limit_usd: round(costUsd * 1.5), ...params } };
  const response = await gateway.call("POST", "/alert-rules/preview", { ...rule, workspace_id: workspace });
  expect([response.status, response.body.error]).toEqual([200, undefined]);
  return response.body.data;
}

const round = (usd: number) => Math.round(usd * 1e9) / 1e9;

describe("an alert about sessions", () => {
  test("opens for each session of the last 24 hours above the threshold, and for no other", async () => {
    const params = { limit_usd: round(costUsd * 1.5) };
    const { id } = await make(gateway, "/alert-rules", {
      name: "Runaway agents",
      kind: "session_spend",
      params,
      workspace_id: workspace,
    });
    await expect.poll(async () => (await alertsOf(gateway, workspace)).length).toBe(1);
    expect(await alertsOf(gateway, workspace)).toMatchObject([
      {
        subject: LONG,
        subject_name: `Session ${LONG}`,
        message: expect.stringMatching(/^Session 0199c1b4… has cost .* in the last 24 hours, above the threshold of /),
        numbers: { spent_usd: round(costUsd * 3), limit_usd: params.limit_usd, session_id: LONG },
        state: "open",
      },
    ]);
    await ask("short");
    await expect.poll(async () => (await alertsOf(gateway, workspace)).length).toBe(2);
    await gateway.call("PATCH", `/alert-rules/${id}`, { params: { limit_usd: round(costUsd * 2.5) } });
    const open = async () => (await alertsOf(gateway, workspace, "&state=open")).map((one: Subject) => one.subject);
    await expect.poll(open).toEqual([LONG]);
  });

  type Subject = { subject: string };

  test("shows in its preview when it would have opened and ended", async () => {
    // The other sessions count too once their hour has ended.
    const { total, past, alerts } = await preview({ tag: "session:yesterday" });
    expect([total, past]).toEqual([1, "known"]);
    const [alert] = alerts;
    expect(alert.subject_name).toBe("Session yesterday");
    // Requests count for 24 hours and the rest of the hour in which that time began.
    expect(Date.parse(alert.resolved_at) - Date.parse(alert.opened_at)).toBe(24 * HOUR_MS);
    expect(Date.now() - Date.parse(alert.opened_at)).toBeGreaterThan(29 * HOUR_MS);
  });

  test("can be limited to a tag and an end user", async () => {
    expect(await preview({ tag: "session:other" })).toMatchObject({ total: 0 });
    expect(await preview({ external_user: "anna" })).toMatchObject({ total: 0 });
  });
});
