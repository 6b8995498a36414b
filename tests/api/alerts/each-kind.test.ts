import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ALERT_KINDS } from "#lib/alerts/alert-kinds.ts";
import { type MailServer, startMailServer } from "#tests/support/servers/mail-server.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { sharedPostgres } from "#tests/support/servers/shared-postgres.ts";
import { sharedUpstream } from "#tests/support/servers/shared-upstream.ts";
import { startTraceReceiver, type TraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import {
  ALERT_ENV,
  alertsOf,
  expiringKey,
  inDatabase,
  make,
  messagesTo,
  newHook,
  newWorkspace,
} from "./set-up-alerts.ts";

// Real traffic that meets the condition of each kind, delivered to a real SMTP server and a webhook receiver.

let mail: MailServer;
let receiver: TraceReceiver;
let workspace: string;
let key: string;
beforeAll(async () => {
  [mail, receiver] = await Promise.all([startMailServer(), startTraceReceiver()]);
});
const upstream = sharedUpstream();
const postgres = sharedPostgres();
const gateway = sharedGateway(() => ({
  upstream,
  providers: ["openai"],
  env: { ...ALERT_ENV, DATABASE_URL: postgres.url, SMTP_URL: mail.url, SMTP_FROM: "Switchboard <alerts@example.com>" },
}));
afterAll(() => Promise.all([mail?.close(), receiver?.close()]));

/** A model whose retirement is announced in the shipped catalogue; any, if there is none at the moment. */
let model = "openai/gpt-4o-mini";

const RULES: Record<keyof typeof ALERT_KINDS, object> = {
  spend_threshold: { interval: "monthly", limit_usd: 0.000000001 },
  session_spend: { limit_usd: 0.000000001 },
  limit_usage: { limits: ["shared"], percent: 80 },
  budget_forecast: { interval: "monthly" },
  spend_anomaly: { minimum_usd: 0.000000001 },
  error_anomaly: { minimum_failures: 1 },
  provider_degraded: { minimum_attempts: 3 },
  guardrail_spike: { minimum_findings: 1 },
  key_expiring: {},
  key_leaked: {},
  credential_rejected: {},
  canary_rolled_back: {},
  model_retiring: { days: 365 },
};

const MESSAGES: Record<keyof typeof ALERT_KINDS, RegExp> = {
  spend_threshold: /^The kinds has spent <\$0\.01 this month, above the threshold of <\$0\.01\./,
  session_spend: /^Codex session run-1 has cost <\$0\.01 in the last 24 hours, above the threshold of <\$0\.01\.$/,
  limit_usage:
    /^The team has spent .* of the monthly shared budget of <\$0\.01 \(\d+%\)\. It resets on .*, 00:00 \(UTC\)\./,
  budget_forecast: /^The kinds has spent .* and is on course for .*, above the monthly budget of/,
  spend_anomaly:
    /^The kinds spent .* between \d\d:\d\d and \d\d:\d\d UTC\. In the same hour of the last [34] weeks, it was/,
  error_anomaly:
    /^[\d.]+% of the requests in The kinds failed between .* \(\d+ of \d+\)\. In the same hour of .* 0% on average/,
  provider_degraded: /^[\d.]+% of the attempts at openai failed in the last \d+ minutes \(\d+ of \d+\)\.$/,
  guardrail_spike: /^Guardrails blocked \d+ findings in The kinds between .* it was 0 on average\.$/,
  key_expiring: /^The API key Nightly build expires in less than a day/,
  key_leaked: /^The API key Committed \(sk-sb-….{4}\) was reported as leaked on .*\. It was disabled\./,
  credential_rejected: /^openai rejected the provider key Team key as invalid \(status 401\), last on/,
  canary_rolled_back: /^The canary of acme\/bot was rolled back on .*\. 12 of 20 requests failed\.$/,
  model_retiring: /retires on .* It had \d+ requests? in the last 30 days\./,
};

async function ask(input: string, status: number, headers = {}): Promise<void> {
  const response = await gateway.call("POST", "/responses", { model, input }, { key, headers });
  expect([input, response.status]).toEqual([input, status]);
}

/** Makes requests that succeed, are blocked and fail, and the same successful ones, cheaper, in four earlier weeks. */
async function makeTraffic(): Promise<void> {
  const guardrail = {
    name: "Mail",
    workspace_id: workspace,
    content_filter_builtins: [{ slug: "email", action: "block" }],
  };
  const { id } = await make(gateway, "/guardrails", guardrail);
  const made = await gateway.newKey({ name: "Caller", workspace_id: workspace });
  key = made.key;
  await gateway.call("POST", `/guardrails/${id}/assignments/keys`, { key_hashes: [made.hash] });
  const team = { name: "The team", limit_usd: 100, reset_interval: "monthly", key_hashes: [made.hash] };
  const budget = await make(gateway, `/workspaces/${workspace}/shared-budgets`, team);
  const shared = `/workspaces/${workspace}/shared-budgets/${budget.id}`;
  for (let call = 0; call < 3; call++)
    await ask("hello", 200, { "session-id": "run-1", "user-agent": "codex_cli_rs/0.140.0" });
  await ask("write to ada@example.com", 403);
  for (let call = 0; call < 3; call++) await ask("fault-500", 502);
  const credential = {
    provider: "openai",
    key: "sk-of-the-team",
    name: "Team key",
    workspace_id: workspace,
    is_required: true,
  };
  await make(gateway, "/byok", credential);
  const response = await gateway.call("POST", "/responses", { model, input: "fault-401" }, { key });
  expect(response.status).toBeGreaterThanOrEqual(400);
  await rollBackCanary();
  await make(gateway, "/keys", { name: "unused", workspace_id: workspace });
  await expiringKey(gateway, workspace, "Nightly build");
  const leaked = await gateway.newKey({ name: "Committed", workspace_id: workspace });
  await gateway.call("POST", "/keys/report", { key: leaked.key }, { key: null });
  await gateway.call("PUT", `/workspaces/${workspace}/budgets/monthly`, { limit_usd: 0.000000001 });
  await gateway.call("PATCH", shared, { limit_usd: 0.000000001 });
  await gateway.call("POST", "/alert-rules/preview", { kind: "key_expiring", params: {}, workspace_id: workspace });
}

const ROLL_BACK = "update model_alias set rollout = $2 where workspace_id = $1";

/** What a rollback of the canary stores. */
async function rollBackCanary(): Promise<void> {
  const targets = [{ model: "local/echo" }, { model: "local/word-hash", canary: { percent: 5 } }];
  await make(gateway, "/model-aliases", { name: "acme/bot", targets, workspace_id: workspace });
  const rollout = { epoch: 0, rolledBackAt: new Date().toISOString(), reason: "12 of 20 requests failed" };
  await inDatabase(postgres.url, (client) => client.query(ROLL_BACK, [workspace, rollout]));
}

const HISTORY = `
  insert into rollup select (jsonb_populate_record(null::rollup, to_jsonb(hour) || jsonb_build_object(
    'bucket', bucket - week * interval '7 days', 'cost_nano_usd', cost_nano_usd / 100))).*
  from rollup as hour join rollup_series as series on series.id = hour.series_id, generate_series(1, 4) as week
  where hour.workspace_id = $1 and grain = 'total' and span = 'hour' and status_class = 'ok'`;

test("each kind delivers its numbers to a webhook and by mail, once", { timeout: 120_000 }, async () => {
  workspace = await newWorkspace(gateway, "kinds");
  const { data } = (await gateway.call("GET", "/models/retiring")).body;
  const now = new Date().toISOString();
  const retiring = data.find(
    ({ id, provider_name, expiration_date }: { id: string; provider_name: string | null; expiration_date: string }) =>
      provider_name === null && /^openai\/gpt-[\d.o]+(-mini|-nano)?$/.test(id) && expiration_date > now,
  );
  model = retiring?.id ?? model;
  await makeTraffic();
  const { rowCount } = await inDatabase(postgres.url, (client) => client.query(HISTORY, [workspace]));
  expect(rowCount).toBeGreaterThanOrEqual(4);
  const address = { type: "email", name: "Mail", config: { to: ["ada@example.com", "grace@example.com"] } };
  const channels = [
    await newHook(gateway, workspace, receiver.url),
    (await make(gateway, "/alert-channels", { ...address, workspace_id: workspace })).id,
  ];
  for (const [kind, params] of Object.entries(RULES)) {
    await make(gateway, "/alert-rules", { name: kind, kind, params, channel_ids: channels, workspace_id: workspace });
  }
  const kinds = Object.keys(ALERT_KINDS)
    .filter((kind) => retiring || kind !== "model_retiring")
    .sort();
  const kindsOfMessages = () => [...new Set(messagesTo(receiver).map(({ data: { kind } }) => kind))].sort();
  await expect.poll(kindsOfMessages, { timeout: 60_000, interval: 500 }).toEqual(kinds);
  await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBe(kinds.length);

  const alerts = await alertsOf(gateway, workspace, "&limit=100");
  expect(alerts).toHaveLength(kinds.length);
  for (const { kind, message } of alerts) expect(message).toMatch(MESSAGES[kind as keyof typeof ALERT_KINDS]);
  expect(messagesTo(receiver)).toHaveLength(kinds.length);
  for (const kind of kinds) {
    const mails = mail.received.filter(({ text }) => text.includes(`Subject: Alert: ${kind}`));
    expect(mails).toEqual([
      expect.objectContaining({ from: "alerts@example.com", to: ["ada@example.com", "grace@example.com"] }),
    ]);
  }
});

describe("mail", () => {
  const testMail = async (to: string[]) => {
    const channel = { type: "email", name: "Mail", config: { to }, workspace_id: workspace };
    const { id } = await make(gateway, "/alert-channels", channel);
    return (await gateway.call("POST", `/alert-channels/${id}/test`)).body.data;
  };

  test("that some recipients do not get is reported", async () => {
    expect(await testMail(["ada@example.com", "nobody@rejected.example"])).toMatchObject({
      error: "The mail server rejected 1 of 2 recipients",
    });
    expect(await testMail(["nobody@rejected.example"])).toMatchObject({ error: "The mail server responded with 550" });
  });

  test("cannot have further headers smuggled in through names", async () => {
    const rule = { name: "Line\nBcc: eve@example.com", kind: "key_expiring", params: {}, workspace_id: workspace };
    const channel = { type: "email", name: "Mail", config: { to: ["ada@example.com"] }, workspace_id: workspace };
    const { id } = await make(gateway, "/alert-channels", channel);
    const before = mail.received.length;
    await make(gateway, "/alert-rules", { ...rule, channel_ids: [id] });
    await expect.poll(() => mail.received.length, { timeout: 20_000 }).toBe(before + 1);
    const sent = mail.received.at(-1);
    expect([sent?.to, sent?.text]).toEqual([["ada@example.com"], expect.not.stringMatching(/^Bcc:/m)]);
  });
});
