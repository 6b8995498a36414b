import { createHmac } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, test, vi } from "vitest";
import type { DeliveryRow } from "#server/data/webhooks.ts";
import { deliver } from "#server/jobs/videos/deliver.ts";
import { guardedAgent } from "#server/providers/exchange/address.ts";
import { createWebhookSigner } from "#server/security/webhook-signer.ts";
import { sharedGateway } from "#tests/support/servers/shared-gateway.ts";
import { startReceiver } from "#tests/support/servers/webhook-receiver.ts";

// Reserved for examples (RFC 2606), so nothing responds there.
const NOWHERE = "https://receiver.invalid/hook";

const gateway = sharedGateway({ env: { VIDEO_POLL_MS: "100" } });

const animatic = (body: object) =>
  gateway.call("POST", "/videos", { model: "local/animatic", prompt: "A fox", duration: 1, ...body });

async function deliveriesOf(id: string, enough: (list: { attempts: unknown[] }[]) => boolean) {
  for (let asked = 0; asked < 300; asked++) {
    const { body } = await gateway.call("GET", `/videos/${id}/deliveries`);
    if (enough(body.data)) return body.data;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error("the delivery was never tried");
}

describe("webhook messages about videos", () => {
  const wrong = [
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://localhost/hook",
    "https://[::1]/hook",
    "https://192.168.1.1/hook",
    "https://169.254.169.254/latest",
    "https://user:password@example.com/hook",
    "example.com",
    "",
  ];
  test.each(wrong)("cannot be sent to %s", async (url) => {
    const call = await animatic({ callback_url: url });
    expect({ status: call.status, message: call.body.error.message }).toEqual({
      status: 400,
      message: expect.stringContaining("callback_url"),
    });
    expect((await gateway.call("PUT", "/webhooks", { url })).status).toBe(400);
  });

  test("go to the workspace's URL, until it is removed, if a call sets none", async () => {
    const first = await gateway.call("GET", "/webhooks");
    expect(first.body.data).toEqual({ url: null, signing_secret: expect.stringMatching(/^whsec_.{40,}$/) });
    const put = await gateway.call("PUT", "/webhooks", { url: NOWHERE });
    expect(put.body.data).toEqual({ ...first.body.data, url: NOWHERE });
    const rotated = await gateway.call("POST", "/webhooks/rotate-secret");
    expect(rotated.body.data.signing_secret).not.toBe(first.body.data.signing_secret);
    const { body: told } = await animatic({});
    const { body: toldElsewhere } = await animatic({ callback_url: "https://other.invalid/" });
    const tried = (list: { attempts: unknown[] }[]) => (list[0]?.attempts.length ?? 0) > 0;
    const [delivery] = await deliveriesOf(told.id, tried);
    expect(delivery).toMatchObject({
      job_id: told.id,
      event: "video.generation.completed",
      url: NOWHERE,
      status: "pending",
      attempts: [{ status: null, error: expect.stringContaining("Could not reach the receiver") }],
    });
    expect(Date.parse(delivery.next_attempt_at)).toBeGreaterThan(Date.now());
    const listed = await gateway.call("GET", `/videos?id=${told.id}`);
    expect(listed.body).toMatchObject({ data: [{ id: told.id, callback: "pending" }], total_count: 1 });
    expect((await deliveriesOf(toldElsewhere.id, tried))[0].url).toBe("https://other.invalid/");
    const resent = await gateway.call("POST", `/webhooks/deliveries/${delivery.id}/resend`);
    expect(resent).toMatchObject({ status: 200, body: { data: { status: "pending", url: NOWHERE } } });
    expect(await deliveriesOf(told.id, (list) => list.length === 2 && tried(list))).toHaveLength(2);
    await gateway.call("PUT", "/webhooks", { url: null });
    expect((await gateway.call("GET", "/webhooks")).body.data.url).toBeNull();
  });

  test("can be tested once, and the test is not stored", async () => {
    const test = (options = {}) => gateway.call("POST", "/webhooks/test", undefined, options);
    await gateway.call("PUT", "/webhooks", { url: null });
    expect(await test()).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringContaining("set one") } },
    });
    await gateway.call("PUT", "/webhooks", { url: NOWHERE });
    const sent = await test();
    expect([sent.status, sent.body.data]).toEqual([
      200,
      {
        url: NOWHERE,
        status: null,
        at: expect.any(String),
        duration_ms: expect.any(Number),
        error: expect.stringContaining("Could not reach the receiver"),
      },
    ]);
    const other = await gateway.call("POST", "/workspaces", { name: "Elsewhere", slug: "elsewhere" });
    const elsewhere = await gateway.call("POST", `/webhooks/test?workspace_id=${other.body.data.id}`);
    expect(elsewhere.status).toBe(409);
    const { key } = await gateway.newKey();
    expect((await test({ key })).status).toBe(403);
    await gateway.call("PUT", "/webhooks", { url: null });
  });

  test("cannot be read by others", async () => {
    const unknown = "00000000-0000-4000-8000-000000000000";
    expect((await gateway.call("POST", `/webhooks/deliveries/${unknown}/resend`)).status).toBe(404);
    expect((await gateway.call("GET", "/videos/gen-vid-0-none/deliveries")).status).toBe(404);
    const { key } = await gateway.newKey();
    expect((await gateway.call("GET", "/webhooks", undefined, { key })).status).toBe(403);
  });
});

describe("an allowed private host", () => {
  const certificate = fileURLToPath(new URL("../support/tls/receiver-certificate.pem", import.meta.url));
  const inside = sharedGateway({ env: { ALLOWED_PRIVATE_HOSTS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: certificate } });

  test("receives webhook messages, and others do not", async () => {
    const receiver = await startReceiver([204]);
    expect((await inside.call("PUT", "/webhooks", { url: receiver.url })).status).toBe(200);
    expect((await inside.call("POST", "/webhooks/test")).body.data).toMatchObject({ status: 204, error: null });
    const { body } = await inside.call("POST", "/videos", {
      model: "local/animatic",
      prompt: "A fox",
      duration: 1,
      callback_url: receiver.url,
    });
    await vi.waitFor(() => expect(receiver.received.at(-1)?.body).toContain(body.id), 20_000);
    const elsewhere = await inside.call("PUT", "/webhooks", { url: "https://10.1.2.3/hook" });
    expect(elsewhere.status).toBe(400);
    await receiver.close();
  });
});

describe("a delivery", () => {
  const signer = createWebhookSigner(Buffer.alloc(32, 7));
  const secret = signer.secretOf("workspace", 1);
  const body = JSON.stringify({ type: "video.generation.completed", data: { id: "gen-vid-1", status: "completed" } });
  const NOW = Date.parse("2026-11-22T12:00:00Z");

  const deliveryTo = (url: string, changes: Partial<DeliveryRow> = {}): DeliveryRow => ({
    id: "d",
    workspaceId: "workspace",
    jobId: "gen-vid-1",
    idempotencyKey: "gen-vid-1:completed",
    event: "video.generation.completed",
    url,
    body,
    status: "pending",
    attempts: [],
    nextAttemptAt: new Date(NOW),
    heldBy: null,
    heldUntil: null,
    createdAt: new Date(NOW),
    ...changes,
  });
  const partsWith = (dispatcher: Parameters<typeof deliver>[1]["dispatcher"], nowMs = NOW) => ({
    dispatcher,
    signer,
    secret,
    nowMs,
    signal: new AbortController().signal,
  });

  test("is signed over its time and exact body, and has an idempotency key", async () => {
    const receiver = await startReceiver([204]);
    const done = await deliver(deliveryTo(receiver.url), partsWith(receiver.dispatcher));
    expect(done).toMatchObject({ status: "delivered", attempts: [{ status: 204, error: null }] });
    const [{ headers, body: got }] = receiver.received as [{ headers: Record<string, string>; body: string }];
    expect(got).toBe(body);
    const seconds = NOW / 1000;
    const digest = createHmac("sha256", secret).update(`${seconds},${body}`).digest("hex");
    expect(headers).toMatchObject({
      "x-openrouter-signature": `t=${seconds},v1=${digest}`,
      "x-switchboard-signature": `t=${seconds},v1=${digest}`,
      "x-openrouter-idempotency-key": "gen-vid-1:completed",
    });
    await receiver.close();
  });

  test.each([500, 404, 302])("is retried after a %i, with increasing delays", async (status) => {
    const receiver = await startReceiver([status, status, 200]);
    const first = await deliver(deliveryTo(receiver.url), partsWith(receiver.dispatcher));
    expect(first).toMatchObject({
      status: "pending",
      attempts: [{ status, error: `The receiver responded with status ${status}` }],
    });
    const second = await deliver(deliveryTo(receiver.url, first), partsWith(receiver.dispatcher, NOW + first.inMs));
    expect(second.inMs).toBeGreaterThan(first.inMs);
    const third = await deliver(deliveryTo(receiver.url, second), partsWith(receiver.dispatcher));
    expect(third).toMatchObject({ status: "delivered" });
    expect(third.attempts).toHaveLength(3);
    expect(receiver.received).toHaveLength(3);
    await receiver.close();
  });

  test("is abandoned a day after it was first due", async () => {
    const receiver = await startReceiver([500]);
    const late = partsWith(receiver.dispatcher, NOW + 86_400_000);
    expect(await deliver(deliveryTo(receiver.url), late)).toMatchObject({ status: "failed" });
    await receiver.close();
  });

  test("never goes to a private address behind a public name, and reveals nothing about it", async () => {
    const receiver = await startReceiver([200]);
    const { port } = new URL(receiver.url);
    const agent = guardedAgent({
      connections: 1,
      connectTimeoutMs: 1000,
      lookup: (_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }]),
    });
    const done = await deliver(deliveryTo(`https://receiver.test:${port}/`), partsWith(agent));
    expect(done).toMatchObject({ status: "pending", attempts: [{ status: null, error: expect.any(String) }] });
    expect(done.attempts[0]?.error).not.toContain("127.0.0.1");
    expect(receiver.received).toHaveLength(0);
    await agent.close();
    await receiver.close();
  });

  test("requires https", async () => {
    const receiver = await startReceiver([200]);
    const plain = deliveryTo(receiver.url.replace("https:", "http:"));
    expect(await deliver(plain, partsWith(receiver.dispatcher))).toMatchObject({
      attempts: [{ error: expect.stringContaining("https") }],
    });
    expect(receiver.received).toHaveLength(0);
    await receiver.close();
  });
});
