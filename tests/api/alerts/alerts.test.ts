import { createHmac } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { startedOnce } from "#tests/support/servers/started-once.ts";
import { startTraceReceiver } from "#tests/support/servers/trace-receiver.ts";
import {
  ALERT_ENV,
  alertsOf,
  deliveriesOf,
  expiringKey,
  keyRule,
  make,
  messagesTo,
  newHook,
  newWorkspace,
} from "./set-up-alerts.ts";

const gateway = sharedGateway({ env: { ...ALERT_ENV, PUBLIC_URL: "https://switchboard.example" } });
const receiver = startedOnce("trace receiver", startTraceReceiver, (started) => started.close());
let slugs = 0;
beforeEach(() => {
  receiver.respondWith(() => 200);
  receiver.received.length = 0;
  receiver.accepted.length = 0;
});

/** Creates a workspace with a channel and a rule, about one key that expires soon. */
async function setUp(more: object = {}) {
  slugs += 1;
  const workspace = await newWorkspace(gateway, `place-${slugs}`);
  const channel = await newHook(gateway, workspace, `${receiver.url}/alerts`);
  const hash = await expiringKey(gateway, workspace, "Nightly build");
  const rule = await keyRule(gateway, workspace, [channel], more);
  return { workspace, channel, hash, rule };
}

/** Evaluates every rule of a workspace at least once more. */
async function nextEvaluation(rule: string): Promise<void> {
  const at = async () => (await gateway.call("GET", `/alert-rules/${rule}`)).body.data.evaluated_at;
  const before = await at();
  await expect.poll(at, { timeout: 10_000 }).not.toBe(before);
}

const until = (inMs: number) => new Date(Date.now() + inMs).toISOString();

describe("an alert", () => {
  test("is delivered once, signed, with its numbers, and again when it is resolved", async () => {
    const { workspace, hash, rule } = await setUp();
    const [delivery] = await deliveriesOf(gateway, workspace, 1);
    await nextEvaluation(rule);
    await nextEvaluation(rule);
    const [alert] = await alertsOf(gateway, workspace);
    expect(alert).toMatchObject({
      rule_id: rule,
      rule_name: "Keys",
      kind: "key_expiring",
      subject: hash,
      subject_name: "Nightly build",
      message: expect.stringMatching(/^The API key Nightly build expires in less than a day, on .* UTC\.$/),
      state: "open",
      resolved_at: null,
    });
    expect(delivery).toMatchObject({
      alert_id: alert.id,
      event: "opened",
      channel_name: "Hook",
      attempts: [{ status: 200 }],
    });
    const [{ headers, body }] = receiver.accepted as [(typeof receiver.accepted)[number]];
    const { signing_secret: secret } = (await gateway.call("GET", `/webhooks?workspace_id=${workspace}`)).body.data;
    const [, seconds, digest] = /^t=(\d+),v1=(\w+)$/.exec(String(headers["x-switchboard-signature"])) ?? [];
    expect(digest).toBe(createHmac("sha256", secret).update(`${seconds},${body}`).digest("hex"));
    expect(JSON.parse(body.toString())).toMatchObject({
      type: "alert.opened",
      id: headers["x-switchboard-idempotency-key"],
      workspace_id: workspace,
      data: {
        id: alert.id,
        title: "Alert: Keys",
        message: alert.message,
        numbers: { days_left: 0 },
        url: `https://switchboard.example/w/place-${slugs}/alerts?alert=${alert.id}`,
      },
    });

    await gateway.call("DELETE", `/keys/${hash}`);
    await deliveriesOf(gateway, workspace, 2);
    expect(messagesTo(receiver).map(({ type }) => type)).toEqual(["alert.opened", "alert.resolved"]);
    expect(messagesTo(receiver)[1].data.text).toContain("The key has expired or was deleted");
    expect((await alertsOf(gateway, workspace))[0]).toMatchObject({ id: alert.id, state: "resolved" });
    expect(await alertsOf(gateway, workspace, "&state=open")).toEqual([]);
  });

  test("is acknowledged, and not once it is resolved", async () => {
    const { workspace, hash } = await setUp();
    await deliveriesOf(gateway, workspace, 1);
    const [{ id }] = await alertsOf(gateway, workspace);
    const done = await gateway.call("POST", `/alerts/${id}/acknowledge`);
    expect(done.body.data).toMatchObject({
      acknowledged_at: expect.any(String),
      acknowledged_by: expect.stringContaining("sk-sb-"),
    });
    expect((await gateway.call("GET", `/alerts/${id}`)).body).toEqual({
      data: expect.objectContaining(done.body.data),
    });
    await gateway.call("DELETE", `/keys/${hash}`);
    await deliveriesOf(gateway, workspace, 2);
    for (const [action, body] of [
      ["acknowledge", undefined],
      ["snooze", { until: until(1000) }],
    ] as const) {
      expect((await gateway.call("POST", `/alerts/${id}/${action}`, body)).status).toBe(409);
    }
  });

  test("is snoozed: its end and its return are silent until then, and its channels are reminded", async () => {
    const { workspace, hash, rule } = await setUp();
    await deliveriesOf(gateway, workspace, 1);
    const [{ id }] = await alertsOf(gateway, workspace);
    for (const wrong of [until(-1000), until(31 * 86_400_000)]) {
      expect((await gateway.call("POST", `/alerts/${id}/snooze`, { until: wrong })).status).toBe(400);
    }
    await gateway.call("POST", `/alerts/${id}/snooze`, { until: until(8_000) });
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: true });
    await expect.poll(() => alertsOf(gateway, workspace, "&state=open"), { timeout: 10_000 }).toEqual([]);
    await gateway.call("PATCH", `/keys/${hash}`, { disabled: false });
    await expect.poll(() => alertsOf(gateway, workspace, "&state=open"), { timeout: 10_000 }).toHaveLength(1);
    const [again] = await alertsOf(gateway, workspace, "&state=open");
    expect([again.id === id, typeof again.snoozed_until]).toEqual([false, "string"]);
    expect(receiver.accepted).toHaveLength(1);
    await deliveriesOf(gateway, workspace, 2);
    await nextEvaluation(rule);
    expect(messagesTo(receiver).map(({ type, data }) => [type, data.id])).toEqual([
      ["alert.opened", id],
      ["alert.reminded", again.id],
    ]);
  });

  test("closes without a message when its rule is disabled or deleted, and stays in the history", async () => {
    const { workspace, rule } = await setUp();
    await deliveriesOf(gateway, workspace, 1);
    expect((await gateway.call("GET", `/alert-rules/${rule}`)).body.data.open_alerts).toBe(1);
    const disabled = await gateway.call("PATCH", `/alert-rules/${rule}`, { enabled: false });
    expect(disabled.body.data).toMatchObject({ enabled: false, open_alerts: 0 });
    expect(await alertsOf(gateway, workspace, "&state=open")).toEqual([]);
    await gateway.call("PATCH", `/alert-rules/${rule}`, { enabled: true });
    await deliveriesOf(gateway, workspace, 2);
    expect((await gateway.call("DELETE", `/alert-rules/${rule}`)).body).toEqual({ deleted: true });
    const history = await alertsOf(gateway, workspace);
    expect(history.map(({ state, rule_id }: { state: string; rule_id: null }) => [state, rule_id])).toEqual([
      ["resolved", null],
      ["resolved", null],
    ]);
    expect(messagesTo(receiver).map(({ type }) => type)).toEqual(["alert.opened", "alert.opened"]);
  });
});

describe("a receiver that fails", () => {
  test("gets the message later, with the same id; the failure is visible meanwhile", async () => {
    receiver.respondWith(() => 503);
    const { workspace, channel } = await setUp();
    const channelNow = async () => (await gateway.call("GET", `/alert-channels/${channel}`)).body.data;
    await expect.poll(channelNow, { timeout: 10_000 }).toMatchObject({
      last_error: "The receiver responded with status 503",
      last_delivered_at: null,
    });
    receiver.respondWith(() => 200);
    const [delivery] = await deliveriesOf(gateway, workspace, 1);
    expect(delivery.attempts.length).toBeGreaterThan(1);
    expect(await channelNow()).toMatchObject({ last_error: null, last_delivered_at: expect.any(String) });
    expect(new Set(receiver.received.map(({ headers }) => headers["x-switchboard-idempotency-key"])).size).toBe(1);
  });

  test("by rejecting the message is not asked again", async () => {
    receiver.respondWith(() => 400);
    const { workspace } = await setUp();
    const deliveries = async () =>
      (await gateway.call("GET", `/alert-deliveries?workspace_id=${workspace}&status=failed`)).body.data;
    await expect.poll(deliveries, { timeout: 10_000 }).toHaveLength(1);
    expect((await deliveries())[0]).toMatchObject({
      next_attempt_at: null,
      attempts: [{ status: 400, error: "The receiver responded with status 400" }],
    });
  });
});

describe("a channel", () => {
  test("is created, masked, changed, tested and deleted; its URL is never shown again", async () => {
    const workspace = await newWorkspace(gateway, "channels");
    const url = `${receiver.url}/services/T0000/a-secret-token-wxyz`;
    const made = await make(gateway, "/alert-channels", {
      name: "Chat",
      type: "slack",
      config: { url },
      workspace_id: workspace,
    });
    expect(made.config).toEqual({ url: `${receiver.url}/••••wxyz` });
    const path = `/alert-channels/${made.id}`;
    const changed = await gateway.call("PATCH", path, { name: "Chat two", config: made.config });
    expect(changed.body.data).toMatchObject({ name: "Chat two", config: made.config });
    expect((await gateway.call("POST", `${path}/test`)).body.data).toMatchObject({ status: 200, error: null });
    expect(receiver.accepted[0]?.path).toBe("/services/T0000/a-secret-token-wxyz");
    expect(messagesTo(receiver)[0]).toMatchObject({
      text: expect.stringContaining("Test message from Switchboard"),
      blocks: expect.any(Array),
    });
    const rule = await keyRule(gateway, workspace, [made.id]);
    const shown = [
      await gateway.call("GET", path),
      await gateway.call("GET", `/alert-channels?workspace_id=${workspace}`),
      await gateway.call("GET", "/audit?limit=20"),
    ];
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain("a-secret-token");
    expect((await gateway.call("DELETE", path)).body).toEqual({ deleted: true });
    expect((await gateway.call("GET", path)).status).toBe(404);
    expect((await gateway.call("GET", `/alert-rules/${rule}`)).body.data.channel_ids).toEqual([]);
  });

  test.each([
    ["a private address", { type: "webhook", config: { url: "http://10.1.2.3/hook" } }, /config.url/],
    ["a user name", { type: "teams", config: { url: "https://a:b@example.com/" } }, /user name/],
    ["mail that is not set up", { type: "email", config: { to: ["a@example.com"] } }, /SMTP_URL/],
  ])("is rejected with %s", async (_, fields, message) => {
    const { status, body } = await gateway.call("POST", "/alert-channels", { name: "Wrong", ...fields });
    expect([status, body.error.message]).toEqual([400, expect.stringMatching(message)]);
  });
});

describe("a rule", () => {
  test("is created, listed and changed; its parameters are checked for its kind", async () => {
    const workspace = await newWorkspace(gateway, "rules");
    const rule = {
      name: "Spending",
      kind: "spend_threshold",
      params: { interval: "daily", limit_usd: 5 },
      workspace_id: workspace,
    };
    const made = await make(gateway, "/alert-rules", rule);
    expect(made).toMatchObject({ enabled: true, channel_ids: [], params: { include_byok: false } });
    const path = `/alert-rules/${made.id}`;
    const changed = await gateway.call("PATCH", path, { params: { limit_usd: 7 } });
    expect(changed.body.data.params).toEqual({ interval: "daily", limit_usd: 7, include_byok: false });
    expect((await gateway.call("GET", `/alert-rules?workspace_id=${workspace}`)).body).toMatchObject({
      total_count: 1,
    });
    for (const params of [{ days: 3 }, { limit_usd: -1 }, { interval: "hourly" }]) {
      expect((await gateway.call("PATCH", path, { params })).status).toBe(400);
    }
  });

  test("cannot name a channel of another workspace", async () => {
    const [mine, other] = [await newWorkspace(gateway, "mine"), await newWorkspace(gateway, "other")];
    const foreign = await newHook(gateway, other, receiver.url);
    const rule = { name: "Keys", kind: "key_expiring", params: {}, workspace_id: mine, channel_ids: [foreign] };
    const { status, body } = await gateway.call("POST", "/alert-rules", rule);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("channel_ids")]);
    const id = await keyRule(gateway, mine, []);
    expect((await gateway.call("PATCH", `/alert-rules/${id}`, { channel_ids: [foreign] })).status).toBe(400);
  });
});
